# Words of JSON for the scripts.
json_string() {
  printf '"%s"' "$(printf '%s' "$1" | tr '\n\t' '  ' | sed 's/[\\"]/\\&/g' | tr -cd ' -~')"
}

# Words of JSON for the scripts.
json_string() {
  printf '"%s"' "$(printf '%s' "$1" | tr '\n\t' '  ' | sed 's/[\\"]/\\&/g' | tr -cd ' -~')"
}
# All text of a program.
program_text() {
  cat "programs/$1.c" "programs/$1.cu" 2>/dev/null
  find "programs/$1" -type f 2>/dev/null | LC_ALL=C sort | xargs -r cat
}

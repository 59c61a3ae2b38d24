# Sourced by shmemlab, mvnw, .ci/run and the launcher of a package.
#
# find_jdk looks in the usual places for a JDK of at least 25.0.3 and sets
#   JDK          its home
#   JDK_VERSION  its full version, such as 25.0.3+9-LTS
# It fails when there is none. find_java does the same for a Java that can only run programs. They read each candidate's release file itself, because starting a
# JVM to ask would cost more than the launcher's whole start.

find_jdk() {
  find_java javac
}

# find_java [PROGRAM]: PROGRAM is what has to be in its folder bin, java if unset.
find_java() {
  java_on_path=$(command -v java 2>/dev/null) &&
    java_on_path=$(readlink -f "$java_on_path" 2>/dev/null) || java_on_path=
  for JDK in \
    "${JAVA_HOME:-}" \
    "${java_on_path%/bin/java}" \
    /usr/lib/jvm/* \
    /usr/java/* \
    /opt/*jdk* /opt/java/* \
    /usr/local/*jdk* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* \
    "${HOME:-}"/.jdks/* \
    "${HOME:-}"/.asdf/installs/java/* \
    "${HOME:-}"/.local/share/mise/installs/java/*; do
    [ -x "$JDK/bin/${1:-java}" ] && [ -r "$JDK/release" ] && jdk_is_new_enough && return 0
  done
  JDK= JDK_VERSION=
  return 1
}

jdk_is_new_enough() {
  java_version= JDK_VERSION=
  while IFS== read -r key value; do
    value=${value#\"}
    value=${value%\"*}
    case $key in
      JAVA_VERSION) java_version=$value ;;
      JAVA_RUNTIME_VERSION) JDK_VERSION=$value ;;
    esac
  done <"$JDK/release"
  : "${JDK_VERSION:=$java_version}"
  case $java_version in
    25.0.[012] | 25.0.[012].*) return 1 ;;
    25.* | 2[6-9] | 2[6-9].* | [3-9][0-9] | [3-9][0-9].*) return 0 ;;
    *) return 1 ;;
  esac
}

# One line for a person without one.
NO_JDK='no JDK 25 (25.0.3 or later) found: install Temurin 25 from https://adoptium.net or a package such as openjdk-25-jdk, or set JAVA_HOME to one'

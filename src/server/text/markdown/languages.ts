/*
 * Names of programming languages: as users write them, as Pygments names them for display, and as Prism names
 * its grammars.
 */

/** Pygments' names by the lower-case name that a user may write. */
const names: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  'c#': 'C#',
  'c++': 'C++',
  clj: 'Clojure',
  clojure: 'Clojure',
  console: 'Bash Session',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  dart: 'Dart',
  diff: 'Diff',
  docker: 'Docker',
  dockerfile: 'Docker',
  elixir: 'Elixir',
  erlang: 'Erlang',
  ex: 'Elixir',
  go: 'Go',
  golang: 'Go',
  graphql: 'GraphQL',
  groovy: 'Groovy',
  haskell: 'Haskell',
  hs: 'Haskell',
  html: 'HTML',
  ini: 'INI',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  julia: 'Julia',
  kotlin: 'Kotlin',
  kt: 'Kotlin',
  lua: 'Lua',
  make: 'Makefile',
  makefile: 'Makefile',
  markdown: 'Markdown',
  md: 'Markdown',
  mysql: 'MySQL',
  nginx: 'Nginx configuration file',
  objectivec: 'Objective-C',
  objc: 'Objective-C',
  ocaml: 'OCaml',
  patch: 'Diff',
  perl: 'Perl',
  php: 'PHP',
  postgresql: 'PostgreSQL SQL dialect',
  powershell: 'PowerShell',
  protobuf: 'Protocol Buffer',
  ps1: 'PowerShell',
  psql: 'PostgreSQL console (psql)',
  py: 'Python',
  py3: 'Python',
  python: 'Python',
  python3: 'Python',
  r: 'S',
  rb: 'Ruby',
  rs: 'Rust',
  ruby: 'Ruby',
  rust: 'Rust',
  scala: 'Scala',
  sh: 'Bash',
  shell: 'Bash',
  sql: 'SQL',
  svg: 'XML',
  swift: 'Swift',
  text: 'Text only',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  typescript: 'TypeScript',
  vim: 'VimL',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
  zsh: 'Bash',
}

/** Prism's grammars for names that Prism does not know. */
const grammars: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  clj: 'clojure',
  console: 'bash',
  ex: 'elixir',
  golang: 'go',
  make: 'makefile',
  mysql: 'sql',
  node: 'javascript',
  patch: 'diff',
  postgresql: 'sql',
  ps1: 'powershell',
  psql: 'sql',
  py3: 'python',
  python3: 'python',
  rs: 'rust',
  zsh: 'bash',
}

/** The display name of a language; an unknown one stays as written. */
export function languageName(written: string): string {
  return lookUp(names, written.toLowerCase()) ?? written
}

/** Prism's grammar for a language in lower case; the name itself if it is Prism's or unknown. */
export function grammarOf(language: string): string {
  return lookUp(grammars, language) ?? language
}

function lookUp(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

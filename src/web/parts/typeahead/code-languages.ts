import type { Suggestion } from './suggestion'

/**
 * Languages that the server colors in code, each with other names that people type, and the kinds of blocks.
 * Source: docs/protocol/markdown.md#code-language.
 */
const names = (
  'bash sh shell zsh console|c|clojure clj|cpp c++|csharp c# cs|css|dart|diff patch|docker dockerfile|elixir ex|erlang|go ' +
  'golang|graphql|groovy|haskell hs|html|ini|java|javascript js|json|jsx|julia|kotlin kt|lua|makefile make|nginx|' +
  'objectivec objc|ocaml|perl|php|powershell ps1|protobuf|python py py3 python3|r|ruby rb|rust rs|scala|sql mysql ' +
  'postgresql psql|svg|swift|toml|tsx|typescript ts|vim|xml|yaml yml'
)
  .split('|')
  .map((line) => line.split(' '))

export const codeLanguages: readonly string[] = names.flat()

const blocks = ['math', 'quote', 'spoiler']

/** Languages for the word after a fence; none if the word is already one of those. */
export function languageSuggestions(query: string, most: number): Suggestion[] {
  const typed = query.toLowerCase()
  const known = [...names, ...blocks.map((name) => [name])]
  if (known.some(([name]) => name === typed)) return []
  return known
    .filter((all) => all.some((name) => name.startsWith(typed)))
    .sort((one, other) => Number(other.includes(typed)) - Number(one.includes(typed)))
    .slice(0, most)
    .map(([name = '']) => ({
      key: `language ${name}`,
      label: name,
      mark: { icon: blocks.includes(name) ? 'quote' : 'code' },
      insert: name,
    }))
}

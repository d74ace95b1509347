import Prism from 'prismjs'
import type { Token } from 'prismjs'
import loadLanguages from 'prismjs/components/index'
import { element, escapeText } from '../html'
import { grammarOf } from './languages'

/**
 * Languages with highlighting; not all of Prism's: Less and SCSS would take seconds over a few crafted
 * kilobytes.
 */
// prettier-ignore
const languages = [
  'bash', 'c', 'clojure', 'cpp', 'csharp', 'css', 'dart', 'diff', 'docker', 'elixir', 'erlang', 'go', 'graphql',
  'groovy', 'haskell', 'ini', 'java', 'javascript', 'json', 'jsx', 'julia', 'kotlin', 'lua', 'makefile',
  'markup', 'nginx', 'objectivec', 'ocaml', 'perl', 'php', 'powershell', 'protobuf', 'python', 'r', 'ruby', 'rust',
  'scala', 'sql', 'swift', 'toml', 'tsx', 'typescript', 'vim', 'yaml',
]
/** Languages in which words outside any token are text or values, not names. */
// prettier-ignore
const withoutNames = ['css', 'diff', 'docker', 'ini', 'json', 'makefile', 'markup', 'nginx', 'plain', 'toml', 'yaml']

loadLanguages(languages)
const grammarsWithoutNames = new Set(withoutNames.map(findGrammar))

/** Letters of any script within one code unit, digits, `_` and `$`. */
const namePattern = /[A-Za-z_$\u00aa-\uffdc][\w$\u00aa-\uffdc]*/g

/**
 * The code as flat spans with the short class names of Pygments, which clients have styles for; undefined for
 * an unknown language.
 */
export function highlight(code: string, language: string): string | undefined {
  const grammar = findGrammar(language.toLowerCase())
  if (!grammar) return
  const hasNames = !grammarsWithoutNames.has(grammar)
  return Prism.tokenize(code, grammar)
    .map((piece) => pieceHtml(piece, undefined, hasNames))
    .join('')
}

function findGrammar(language: string): Prism.Grammar | undefined {
  const name = grammarOf(language)
  if (!Object.hasOwn(Prism.languages, name)) return
  // Prism.languages also contains a few functions.
  const grammar: unknown = Prism.languages[name]
  return typeof grammar === 'object' ? (grammar as Prism.Grammar) : undefined
}

/** @param around class of the enclosing token, for parts without their own */
function pieceHtml(
  piece: Prism.TokenStream,
  around: string | undefined,
  hasNames: boolean,
): string {
  if (typeof piece === 'string') {
    if (around !== undefined) return span(around, piece)
    return hasNames ? namesHtml(piece) : escapeText(piece)
  }
  if (Array.isArray(piece)) return piece.map((part) => pieceHtml(part, around, hasNames)).join('')
  return pieceHtml(piece.content, pygmentsClass(piece) ?? around, hasNames)
}

function namesHtml(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(namePattern)) {
    html += escapeText(text.slice(end, match.index)) + span('n', match[0])
    end = match.index + match[0].length
  }
  return html + escapeText(text.slice(end))
}

function span(className: string, text: string): string {
  return text.trim() === '' ? text : element('span', { class: className }, escapeText(text))
}

/** Short class names of Pygments by Prism's type of token. */
const classes: Record<string, string> = {
  annotation: 'nd',
  atrule: 'k',
  'attr-name': 'na',
  'attr-value': 's',
  boolean: 'kc',
  builtin: 'nb',
  cdata: 'cp',
  char: 'sc',
  'class-name': 'nc',
  comment: 'c',
  constant: 'no',
  decorator: 'nd',
  deleted: 'gd',
  directive: 'cp',
  doctype: 'cp',
  entity: 'ni',
  function: 'nf',
  'function-variable': 'nf',
  important: 'k',
  inserted: 'gi',
  key: 'nt',
  keyword: 'k',
  label: 'nl',
  macro: 'cp',
  namespace: 'nn',
  operator: 'o',
  parameter: 'n',
  preprocessor: 'cp',
  prolog: 'cp',
  property: 'na',
  punctuation: 'p',
  regex: 'sr',
  selector: 'nt',
  string: 's',
  symbol: 'ss',
  tag: 'nt',
  'triple-quoted-string': 's',
  url: 's',
  variable: 'nv',
}

/** The class of a token, by its type or else one of its other names. */
function pygmentsClass({ type, alias, content }: Token): string | undefined {
  if (type === 'number') return numberClass(content)
  const name = [type, alias].flat().find((candidate) => Object.hasOwn(classes, candidate))
  return name === undefined ? undefined : classes[name]
}

function numberClass(content: Token['content']): string {
  if (typeof content !== 'string') return 'm'
  if (/^0x/i.test(content)) return 'mh'
  if (/^0b/i.test(content)) return 'mb'
  if (/^0o/i.test(content)) return 'mo'
  return /[.e]/i.test(content) ? 'mf' : 'mi'
}

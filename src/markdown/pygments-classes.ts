import type { Token } from 'prismjs'

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
export function pygmentsClass({ type, alias, content }: Token): string | undefined {
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

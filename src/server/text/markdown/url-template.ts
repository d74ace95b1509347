/** An expression of a template: its operator, if any, and its variable names. */
const expression = /\{([+#./;?&]?)([A-Za-z_]\w*(?:,[A-Za-z_]\w*)*)\}/g

interface Operator {
  first: string
  separator: string
  /** Whether each value is preceded by its name. */
  isNamed: boolean
  /** Text after the name of an empty value. */
  emptySign: string
  /** Whether reserved characters of URLs stay unescaped. */
  keepsReserved: boolean
}

const operator = (
  first: string,
  separator: string,
  more: Partial<Omit<Operator, 'first' | 'separator'>> = {},
): Operator => ({
  first,
  separator,
  isNamed: false,
  emptySign: '',
  keepsReserved: false,
  ...more,
})

const operators: Readonly<Record<string, Operator>> = {
  '': operator('', ','),
  '+': operator('', ',', { keepsReserved: true }),
  '#': operator('#', ',', { keepsReserved: true }),
  '.': operator('.', '.'),
  '/': operator('/', '/'),
  ';': operator(';', ';', { isNamed: true }),
  '?': operator('?', '&', { isNamed: true, emptySign: '=' }),
  '&': operator('&', '&', { isNamed: true, emptySign: '=' }),
}

/** Names of the variables of a template; undefined for an invalid template. */
export function variablesOf(template: string): string[] | undefined {
  if (/[{}]/.test(template.replace(expression, ''))) return undefined
  const names = [...template.matchAll(expression)].flatMap((match) => (match[2] ?? '').split(','))
  return [...new Set(names)]
}

/** Whether the template consists of text and `{name}` only, which older clients can read, too. */
export function isPlainTemplate(template: string): boolean {
  return [...template.matchAll(expression)].every(
    ([, sign, names = '']) => sign === '' && !names.includes(','),
  )
}

/** Expands a template of RFC 6570 (its third level). Missing values leave nothing. */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(expression, (_typed, sign: string, names: string) => {
    const rules = operators[sign] as Operator
    const parts = names
      .split(',')
      .map((name) => [name, values[name]] as const)
      .filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
      .map(([name, value]) => writeValue(rules, name, value))
    return parts.length === 0 ? '' : rules.first + parts.join(rules.separator)
  })
}

function writeValue(rules: Operator, name: string, value: string): string {
  const encoded = encode(value, rules.keepsReserved)
  if (!rules.isNamed) return encoded
  return encoded === '' ? `${name}${rules.emptySign}` : `${name}=${encoded}`
}

function encode(value: string, keepsReserved: boolean): string {
  const text = value.toWellFormed()
  if (keepsReserved) return encodeURI(text).replaceAll('%5B', '[').replaceAll('%5D', ']')
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

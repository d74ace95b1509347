import { present } from './checked'

/** A curl command line, as far as our examples use its options. */
export interface CurlCommand {
  method: string
  url: string
  headers: Record<string, string>
  /** `name:password`. */
  credentials?: string
  body?: string
  /** Files of a multipart form, by field. */
  files: Record<string, string>
}

/** @throws Error for options that our examples do not use */
export function parseCurl(command: string): CurlCommand {
  const [program, ...words] = wordsOf(command)
  if (program !== 'curl') throw new Error(`not curl: ${command}`)
  const parsed: CurlCommand = { method: 'GET', url: '', headers: {}, files: {} }
  const form: string[] = []
  while (words.length > 0) {
    const word = present(words.shift())
    const value = () => words.shift() ?? ''
    if (word === '-X') parsed.method = value()
    else if (word === '-u') parsed.credentials = value()
    else if (word === '-H') {
      const [name = '', text = ''] = value().split(': ')
      parsed.headers[name] = text
    } else if (word === '-d') parsed.body = value()
    else if (word === '--data-urlencode') {
      const [name = '', ...rest] = value().split('=')
      form.push(`${name}=${encodeURIComponent(rest.join('='))}`)
    } else if (word === '-F') {
      const [name = '', file = ''] = value().split('=@')
      parsed.files[name] = file
    } else if (word.startsWith('-')) throw new Error(`${word} in ${command}`)
    else parsed.url = word
  }
  if (form.length > 0) {
    parsed.body = form.join('&')
    parsed.headers['Content-Type'] = 'application/x-www-form-urlencoded'
  }
  return parsed
}

/** Splits a command line into words like a POSIX shell. */
function wordsOf(command: string): string[] {
  const words: string[] = []
  const pattern = /\s*(?:\\\n\s*)?((?:'[^']*'|\\'|[^\s'\\])+)/gy
  for (const match of command.matchAll(pattern)) {
    words.push((match[1] ?? '').replace(/'([^']*)'|\\'/g, (_, quoted?: string) => quoted ?? "'"))
  }
  return words
}

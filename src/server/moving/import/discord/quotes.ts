/** A quote without its marks, or the text around quotes. */
interface QuotePart {
  isQuote: boolean
  content: string
}

const fence = '```'
const lineQuote = /^ *>(?!>>) +([^]*)/
const restQuote = /^ *>>> +/

/** Parts a text at its quotes; marks within code are none. */
export function splitQuotes(text: string): QuotePart[] {
  const parts: QuotePart[] = []
  const add = (isQuote: boolean, content: string) => {
    const last = parts.at(-1)
    if (last?.isQuote === isQuote) last.content += `\n${content}`
    else parts.push({ isQuote, content })
  }
  const endOfCode = codeFinder(text)
  let codeEnd = 0
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const isCode = start < codeEnd
    const rest = isCode ? null : restQuote.exec(line)
    if (rest) {
      parts.push({ isQuote: true, content: text.slice(start + rest[0].length) })
      return parts
    }
    const quoted = isCode ? undefined : lineQuote.exec(line)?.[1]
    if (quoted === undefined) codeEnd = Math.max(codeEnd, endOfCode(Math.max(start, codeEnd), end))
    add(quoted !== undefined, quoted ?? line)
    start = end + 1
  }
  return parts
}

/**
 * Finds the end of the last code that begins between two places; 0 if none does. The places rise from call to call, so that the
 * work is linear.
 */
function codeFinder(text: string): (from: number, to: number) => number {
  const last = text.lastIndexOf(fence)
  let begin = text.indexOf(fence)
  return (from, to) => {
    let end = 0
    for (;;) {
      if (begin >= 0 && begin < Math.max(from, end))
        begin = text.indexOf(fence, Math.max(from, end))
      const isClosed = begin >= 0 && last >= begin + fence.length
      if (!isClosed || begin >= to) return end
      end = text.indexOf(fence, begin + fence.length) + fence.length
    }
  }
}

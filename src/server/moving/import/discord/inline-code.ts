/** Code of a text, from its first tick on. */
interface FoundCode {
  content: string
  /** Whether three ticks enclose it. */
  isFence: boolean
  /** Characters with the ticks. */
  length: number
}

const fence = '```'

/**
 * Finds code: between three ticks, or between as many ticks as begin it. The runs of ticks are looked up, so that the work is
 * linear however many are not closed.
 *
 * @returns a function of the place and the number of the ticks that may begin code; places rise from call to call
 */
export function inlineCode(text: string): (start: number, ticks: number) => FoundCode | undefined {
  const runs = new Map<number, number[]>()
  for (const { index, 0: run } of text.matchAll(/`+/g)) {
    const known = runs.get(run.length)
    if (known) known.push(index)
    else runs.set(run.length, [index])
  }
  const passed = new Map<number, number>()
  let lastFence: number | undefined

  const nextRun = (length: number, from: number): number | undefined => {
    const places = runs.get(length) ?? []
    let number = passed.get(length) ?? 0
    while (number < places.length && (places[number] as number) < from) number++
    passed.set(length, number)
    return places[number]
  }

  return (start, ticks) => {
    if (ticks >= fence.length) {
      lastFence ??= text.lastIndexOf(fence)
      const from = start + fence.length
      // More than three ticks: the last ones close.
      const end = lastFence >= from ? text.indexOf(fence, from) : -1
      const content = end < 0 ? '' : text.slice(from, end)
      if (content.trim() === '') return undefined
      return { content, isFence: true, length: end + fence.length - start }
    }
    const end = nextRun(ticks, start + ticks)
    if (end === undefined) return undefined
    const content = text.slice(start + ticks, end)
    if (content.trim() === '') return undefined
    return { content: unpadded(content), isFence: false, length: end + ticks - start }
  }
}

/** Without the blank that only keeps a tick apart from those around the code. */
function unpadded(content: string): string {
  return content.replace(/^ (?=`)|(?<=`) $/g, '')
}

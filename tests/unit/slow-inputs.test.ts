import { findSlowInputs } from '../fuzz/slow-inputs'
import type { Stopwatch } from '../fuzz/slow-inputs'
import { rows } from '../fuzz/text-reader'
import type { TextReader } from '../fuzz/text-reader'
import { deliver, refusalOf } from './integrations/deliver'

describe('the search for slow inputs', () => {
  const letters: TextReader = {
    ...{ name: 'letters', row: rows.request },
    ...{ mostCharacters: 12_000, mostMs: 10_000, fragments: ['a', '!'] },
    read: () => undefined,
  }
  /** Cost of a pattern like `/a+$/`, which reads each run of `a` from every position to its end. */
  const stepsOf = (text: string): number =>
    (text.match(/a+/g) ?? []).reduce((sum, { length }) => sum + length ** 2 / 2, text.length)

  it('finds readers with superlinear cost', async () => {
    const stopwatch: Stopwatch = (_reader, text) => stepsOf(text) / 1_000_000
    const found = await findSlowInputs({ seed: 1, readers: [letters], attempts: 12, stopwatch })
    expect(found.length).toBeGreaterThan(0)
    for (const { unit, growth } of found) {
      expect(unit).toMatch(/^a+$/)
      expect(growth).toBeCloseTo(4, 1)
    }
  })

  it('accepts readers with linear cost', async () => {
    const stopwatch: Stopwatch = (_reader, text) => text.length / 100
    const readers = [letters]
    expect(await findSlowInputs({ seed: 1, readers, attempts: 12, stopwatch })).toEqual([])
  })

  it('generates the same texts for the same seed, and others for another seed', async () => {
    const textsOf = async (seed: number) => {
      const texts: string[] = []
      const stopwatch: Stopwatch = (_reader, text) => texts.push(text)
      await findSlowInputs({ seed, readers: [letters], attempts: 3, stopwatch })
      return texts
    }
    expect(await textsOf(1)).toEqual(await textsOf(1))
    expect(await textsOf(1)).not.toEqual(await textsOf(2))
  })
})

describe('webhooks', () => {
  it('do not expand a text that contains the marks of its own pieces', () => {
    let text = 'x'.repeat(200)
    for (let index = 0; index < 8; index++) text += `<!x|${`\ue000${index}\ue001`.repeat(100)}>`
    const message = deliver('slack_incoming', JSON.stringify({ text }))
    expect(message?.content.length).toBeLessThan(10_000)
  })

  it('refuse lists longer than any sender makes', () => {
    const body = `{"a":[${'[1],'.repeat(200_000)}1]}`
    expect(refusalOf(() => deliver('json', body))).toMatchObject({
      msg: 'payload has too many items',
    })
  })

  it('show only the beginning of deep and long payloads', () => {
    const body = `{"a":${'['.repeat(60)}${'1,'.repeat(50_000)}1${']'.repeat(60)}}`
    expect(deliver('json', body)?.content).toMatch(
      /^```json[\s\d,[{"a:]+\n```\n\[message truncated\]$/,
    )
  })
})

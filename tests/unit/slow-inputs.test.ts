import { describeSlowInput, findSlowInputs, judge } from '../fuzz/slow-inputs'
import { textReaders } from '../fuzz/text-readers'
import type { Stopwatch } from '../fuzz/slow-inputs'
import type { TextReader } from '../fuzz/text-readers'
import { deliver, refusalOf } from './integrations/deliver'

/** Less than the fuzzer tries: what is slow at all is slow in many places. */
const attempts = 2
/** Of the payloads of each integration, some that have many texts or long ones. */
const payloads =
  /^(alertmanager.mixed|github.(issue_comment-created|push-many|release)|gitlab.(note-merge|pipeline-f)|grafana.(firing|legacy-alerting)|slack-incoming.(attachments|blocks|rich))/

/**
 * Beside other tests everything takes longer, and not evenly so: what no text may take is for the fuzzer to
 * hold to the millisecond. What outgrows its length shows here as well.
 */
const patience = 5

const readers = new Map(
  textReaders().map((reader) => [reader.name, { ...reader, mostMs: patience * reader.mostMs }]),
)
const tried = [...readers.values()].filter(({ name }) => !name.includes('/') || payloads.test(name))

/** Texts that held the event loop for seconds, until somebody looked for them. */
const onceSlow: [reader: string, shape: { prefix?: string; unit: string; suffix?: string }][] = [
  ['fences', { unit: '~' }],
  ['fences', { prefix: '```', unit: ' ', suffix: 'a b' }],
  ['github/issue_comment-created of a webhook', { unit: '~' }],
  ['slack-incoming/attachments of a webhook', { unit: '~' }],
  ['gitlab/note-merge_request of a webhook', { unit: '~' }],
  ['renderMarkdown', { unit: '\n10. \n>> ' }],
  ['renderMarkdown', { unit: '1. a\n  1. b\n' }],
  ['file name', { unit: '\u0323\u0307' }],
  ['body of a webhook', { unit: '[1],', suffix: '1' }],
  ['body of a webhook', { unit: '1,}' }],
]

describe('the search for slow inputs', () => {
  const letters: TextReader = {
    ...{ name: 'letters', mostCharacters: 12_000, mostMs: 10_000, fragments: ['a', '!'] },
    read: () => undefined,
  }
  /** As a pattern like `/a+$/` would take: it reads every run of `a` from each of its places to its end. */
  const stepsOf = (text: string): number =>
    (text.match(/a+/g) ?? []).reduce((sum, { length }) => sum + length ** 2 / 2, text.length)

  it('finds what outgrows its length', () => {
    const stopwatch: Stopwatch = (_reader, text) => stepsOf(text) / 1_000_000
    const found = findSlowInputs({ seed: 1, readers: [letters], attempts: 12, stopwatch })
    expect(found.length).toBeGreaterThan(0)
    for (const { unit, growth } of found) {
      expect(unit).toMatch(/^a+$/)
      expect(growth).toBeCloseTo(4, 1)
    }
  })

  it('has nothing to say of what grows with its length', () => {
    const stopwatch: Stopwatch = (_reader, text) => text.length / 100
    const readers = [letters]
    expect(findSlowInputs({ seed: 1, readers, attempts: 12, stopwatch })).toEqual([])
  })

  it('tries the same texts with the same seed, and others with another', () => {
    const textsOf = (seed: number) => {
      const texts: string[] = []
      const stopwatch: Stopwatch = (_reader, text) => texts.push(text)
      findSlowInputs({ seed, readers: [letters], attempts: 3, stopwatch })
      return texts
    }
    expect(textsOf(1)).toEqual(textsOf(1))
    expect(textsOf(1)).not.toEqual(textsOf(2))
  })
})

describe('texts from outside', () => {
  it.each(onceSlow)('are read at once by %s: %j', (name, shape) => {
    const slow = judge(readers.get(name) as TextReader, { prefix: '', suffix: '', ...shape })
    expect(slow && describeSlowInput(slow)).toBeUndefined()
  })

  it('are slow for nobody who reads them', () => {
    const found = findSlowInputs({ seed: 10, readers: tried, attempts })
    expect(found.map(describeSlowInput)).toEqual([])
  })
})

describe('webhooks', () => {
  it('do not let a text repeat what it says', () => {
    let text = 'x'.repeat(200)
    for (let index = 0; index < 8; index++) text += `<!x|${`\ue000${index}\ue001`.repeat(100)}>`
    const message = deliver('slack_incoming', JSON.stringify({ text }))
    expect(message?.content.length).toBeLessThan(10_000)
  })

  it('refuse more items than any sender has', () => {
    const body = `{"a":[${'[1],'.repeat(200_000)}1]}`
    expect(refusalOf(() => deliver('json', body))).toMatchObject({
      msg: 'payload has too many items',
    })
  })

  it('show the beginning of what is deep and long', () => {
    const body = `{"a":${'['.repeat(60)}${'1,'.repeat(50_000)}1${']'.repeat(60)}}`
    expect(deliver('json', body)?.content).toMatch(
      /^```json[\s\d,[{"a:]+\n```\n\[message truncated\]$/,
    )
  })
})

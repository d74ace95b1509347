import { describeSlowInput, findSlowInputs, judge } from '../fuzz/slow-inputs'
import { textReaders } from '../fuzz/text-readers'
import type { Stopwatch } from '../fuzz/slow-inputs'
import type { TextReader } from '../fuzz/text-readers'
import { deliver, refusalOf } from './integrations/deliver'

/** Fewer attempts than the fuzzer makes, as a slow reader is slow at many places of a text. */
const attempts = 2
/** Selects for each integration some payloads with many or long texts. */
const payloads =
  /^(alertmanager.mixed|github.(issue_comment-created|push-many|release)|gitlab.(note-merge|pipeline-f)|grafana.(firing|legacy-alerting)|slack-incoming.(attachments|blocks|rich))/

/**
 * Factor on the time limits, because concurrent tests slow each other down unevenly. The fuzzer checks the exact
 * limits; this test finds readers with superlinear cost.
 */
const patience = 5

const readers = new Map(
  textReaders().map((reader) => [reader.name, { ...reader, mostMs: patience * reader.mostMs }]),
)
const tried = [...readers.values()].filter(({ name }) => !name.includes('/') || payloads.test(name))

/** Texts that once held the event loop for seconds. */
const onceSlow: [reader: string, shape: { prefix?: string; unit: string; suffix?: string }][] = [
  ['fences', { unit: '~' }],
  ['fences', { prefix: '```', unit: ' ', suffix: 'a b' }],
  ['github/issue_comment-created of a webhook', { unit: '~' }],
  ['slack-incoming/attachments of a webhook', { unit: '~' }],
  ['gitlab/note-merge_request of a webhook', { unit: '~' }],
  ['renderMarkdown', { unit: '\n10. \n>> ' }],
  ['renderMarkdown', { unit: '1. a\n  1. b\n' }],
  ['page of a mail', { prefix: 'y'.repeat(100_000), unit: '<b>x</b>' }],
  ['page of a mail', { unit: '<a href="http://a.b/c">d</a> ' }],
  ['text of a push', { prefix: '<p>', unit: ' ' }],
  ['file name', { unit: '\u0323\u0307' }],
  ['body of a webhook', { unit: '[1],', suffix: '1' }],
  ['body of a webhook', { unit: '1,}' }],
]

describe('the search for slow inputs', () => {
  const letters: TextReader = {
    ...{ name: 'letters', mostCharacters: 12_000, mostMs: 10_000, fragments: ['a', '!'] },
    read: () => undefined,
  }
  /** Cost of a pattern like `/a+$/`, which reads each run of `a` from every position to its end. */
  const stepsOf = (text: string): number =>
    (text.match(/a+/g) ?? []).reduce((sum, { length }) => sum + length ** 2 / 2, text.length)

  it('finds readers with superlinear cost', () => {
    const stopwatch: Stopwatch = (_reader, text) => stepsOf(text) / 1_000_000
    const found = findSlowInputs({ seed: 1, readers: [letters], attempts: 12, stopwatch })
    expect(found.length).toBeGreaterThan(0)
    for (const { unit, growth } of found) {
      expect(unit).toMatch(/^a+$/)
      expect(growth).toBeCloseTo(4, 1)
    }
  })

  it('accepts readers with linear cost', () => {
    const stopwatch: Stopwatch = (_reader, text) => text.length / 100
    const readers = [letters]
    expect(findSlowInputs({ seed: 1, readers, attempts: 12, stopwatch })).toEqual([])
  })

  it('generates the same texts for the same seed, and others for another seed', () => {
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
  it.each(onceSlow)('are read quickly by %s: %j', (name, shape) => {
    const slow = judge(readers.get(name) as TextReader, { prefix: '', suffix: '', ...shape })
    expect(slow && describeSlowInput(slow)).toBeUndefined()
  })

  it('are slow for no reader', () => {
    const found = findSlowInputs({ seed: 10, readers: tried, attempts })
    expect(found.map(describeSlowInput)).toEqual([])
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

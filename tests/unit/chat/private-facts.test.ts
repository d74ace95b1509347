import sentences from '../../../src/shared/trace-sentences/en.json'
import german from '../../../src/shared/trace-sentences/de.json'
import type { TraceCode, TraceFact } from '../../../src/shared/message-trace'
import { fillSentence } from '../../../src/shared/rules/trace-sentences'
import { withoutPrivateFacts } from '../../../src/server/chat/jobs/tracing/private-facts'
import { namesIn } from '../../support/checked'

const codes = namesIn(sentences)
const values = { at: 1, count: 2, client: 'app', device: "Ada's phone", error: '<ada@home>' }

/** A fact with a value for each place of its sentence. */
function factOf(code: TraceCode): TraceFact {
  const places = Object.entries(values).filter(([name]) => sentences[code].includes(`{${name}}`))
  return { code, ...Object.fromEntries(places) }
}

const open = { presence: true, reading: true, hasRead: true }
const closed = { presence: false, reading: false, hasRead: false }

describe('the facts that administrators are told about a user', () => {
  const told = (given: readonly TraceCode[], shown = open): string[] =>
    withoutPrivateFacts(given.map(factOf), shown).map(({ code }) => code)

  it('name no device and no error of a mail server', () => {
    for (const shown of [open, closed]) {
      const facts = withoutPrivateFacts(codes.map(factOf), shown)
      expect(JSON.stringify(facts)).not.toMatch(/phone|home/)
    }
  })

  it('are the same for a mute as for other reasons', () => {
    const ofMute = told(['read', 'muted_sender', 'mail_declined', 'push_declined'], {
      ...open,
      hasRead: false,
    })
    expect(ofMute).toEqual(told(['unread', 'mail_unconcerned', 'push_unconcerned']))
    expect(ofMute).toEqual(['has_it', 'mail_unwanted', 'push_unwanted'])
    expect(told(['unread', 'muted_stream', 'mail_declined'])).toEqual(['has_it', 'mail_unwanted'])
  })

  it('tell of reading as read receipts do', () => {
    expect(told(['read', 'mail_read_before'])).toEqual(['read', 'mail_none'])
    expect(told(['read'], { ...open, hasRead: false })).toEqual(['has_it'])
    const afterReading = told(['read', 'mail_read_before', 'push_read_before'], closed)
    expect(afterReading).toEqual(told(['unread', 'mail_due', 'pushed', 'pushed'], closed))
    expect(afterReading).toEqual(['has_it', 'mail_if_unread', 'push_if_unread'])
  })

  it('count devices with a push, and tell of clients with the presence', () => {
    const facts: TraceCode[] = ['unread', 'queue_holds', 'no_queue', 'pushed', 'push_waits']
    expect(told(facts)).toEqual(['has_it', 'queue_holds', 'no_queue', 'pushed_to'])
    expect(told(facts, { ...open, presence: false })).toEqual(['has_it', 'pushed_to'])
  })
})

describe('the sentences about facts', () => {
  it('exist in each language, with the same places', () => {
    const placesOf = (table: Readonly<Record<string, string>>) =>
      Object.entries(table).map(([code, sentence]) => [
        code,
        [...new Set(sentence.match(/\{\w+\}/g))].sort(),
      ])
    expect(placesOf(german)).toEqual(placesOf(sentences))
  })

  it('are filled with words, which are not filled again', () => {
    const words = { person: '{client}', client: 'phone' }
    expect(fillSentence('{person}, {client}, {other}', words)).toBe('{client}, phone, {other}')
  })
})

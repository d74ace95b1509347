import { bodyOf } from '../../../src/server/mail-in/reading/body'
import { sampleReplies } from './replies'
import { undatedReplies } from './undated-replies'

const nothing = { quotes: false, footer: false, prefersHtml: false }

// Source: docs/protocol/mail-in.md#quotes.
describe('the text of a mail', () => {
  it.each([...sampleReplies, ...undatedReplies].map((sample) => [sample.name, sample] as const))(
    'is what its writer wrote: %s',
    (_name, { text = '', html = '', own }) => {
      expect(bodyOf({ text, html }, nothing)).toBe(own)
    },
  )

  it('keeps quotes and signatures on demand', () => {
    const text = 'Yes.\n\n-- \nAda\n\nOn 2/2/26 10:15, Bo wrote:\n> Tuesday?'
    expect(bodyOf({ text, html: '' }, { ...nothing, quotes: true })).toContain('Yes.')
    expect(bodyOf({ text, html: '' }, { ...nothing, footer: true })).toBe('Yes.\n\n--\nAda')
    const all = { quotes: true, footer: true, prefersHtml: false }
    expect(bodyOf({ text, html: '' }, all)).toContain('> Tuesday?')
  })

  it.each([
    ['Yes.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>', ''],
    ['', '<div>Yes.</div><br><div>Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div>'],
    [
      '',
      `<p>Yes.</p><p>Get <a href="https://x.example/?u=${'a'.repeat(300)}">Outlook for Android</a>`,
    ],
    ['', '<p>Yes.</p><p>Holen Sie sich <a href="https://aka.ms/x">Outlook für iOS</a></p>'],
    ['', '<p>Yes.</p><p>Sent from <a href="https://proton.me">Proton Mail</a> for iOS</p>'],
  ])('ends before the line of a program: %s%s', (text, html) => {
    expect(bodyOf({ text, html }, nothing)).toBe('Yes.')
  })

  it('takes the preferred part, and the other one if that is empty', () => {
    const texts = { text: 'plain', html: '<p>rich</p>' }
    expect(bodyOf(texts, nothing)).toBe('plain')
    expect(bodyOf(texts, { ...nothing, prefersHtml: true })).toBe('rich')
    expect(bodyOf({ text: ' \n', html: '<p>rich</p>' }, nothing)).toBe('rich')
    expect(bodyOf({ text: 'a\0b\ufffd', html: '' }, nothing)).toBe('ab')
  })

  it.each([
    ['lines that may introduce quotes', 'On 1:\n'.repeat(40_000), ''],
    ['lines that may introduce quotes by a weekday', 'on friday, \n'.repeat(40_000), ''],
    ['words after a weekday', `${'On Friday, '.repeat(20_000)}wrote:\n> a`, ''],
    ['quotes', '>'.repeat(200_000), ''],
    ['open elements', '', '<b>'.repeat(100_000)],
    ['elements that are never open', '', `${'<i>'.repeat(299)}${'</b>'.repeat(75_000)}`],
    ['texts without an end', '', '<a href="'.repeat(30_000)],
    ['blanks', ' '.repeat(200_000), `<p>${' &nbsp;'.repeat(40_000)}`],
  ])('is found in bounded time among many %s', (_name, text, html) => {
    expect(typeof bodyOf({ text, html }, nothing)).toBe('string')
  })
})

import type { SampleReply } from './replies'

const answer = 'Yes, Tuesday works.\n\nAda'
const original = '> Does Tuesday work?\n>\n> Bo'

/** Introductions with a weekday or a time alone. */
const introductions: readonly string[] = [
  'On Friday, Bo Berg wrote:',
  'On Fri, Bo Berg <bo@example.com> wrote:',
  'On Friday, Bo Alexander van den Berg <bo@example.com> wrote:',
  'On Friday at 10:15 AM, Bo Berg wrote:',
  'At 10:15 AM, Bo Berg wrote:',
  '*On Friday, Bo Berg wrote:*',
  'Am Freitag schrieb Bo Berg:',
  'Am Freitag, schrieb Bo Berg <bo@example.com>:',
  'Am Freitag um 10:15 Uhr schrieb Bo Berg:',
  'Um 10:15 schrieb Bo Berg:',
  'Le vendredi, Bo Berg a écrit :',
  'À 10:15, Bo Berg a écrit :',
  'El viernes, Bo Berg escribió:',
  'A las 10:15, Bo Berg escribió:',
  'Il giorno venerdì Bo Berg ha scritto:',
  'Alle 10:15 Bo Berg ha scritto:',
  'Em sexta-feira, Bo Berg escreveu:',
  'Às 10:15, Bo Berg escreveu:',
  'Op vrijdag schreef Bo Berg:',
  'Om 10:15 schreef Bo Berg:',
  'Den fredag skrev Bo Berg:',
  'Kl. 10:15 skrev Bo Berg:',
]

/** Introductions that begin no sentence of a person, so that they stand in a paragraph of their own. */
const alone: readonly string[] = [
  'Friday, Bo Berg wrote:',
  'Bo Berg schrieb am Freitag:',
  'W piątek Bo Berg napisał(a):',
  'V pátek Bo Berg napsal(a):',
  'В пятницу, Bo Berg <bo@example.com> написал:',
  'Perjantaina Bo Berg kirjoitti:',
  'Pénteken Bo Berg írta:',
  '金曜日 Bo Berg のメール:',
  'Bo Berg 于星期五写道：',
  '금요일 Bo Berg님이 작성:',
]

const whole = (head: string): SampleReply => ({
  name: `an introduction ${head}`,
  text: `${answer}\n\n${head}\n${original}`,
  own: answer,
})

const below = (head: string): SampleReply => ({
  name: `below the answer, ${head}`,
  text: `${answer}\n${head}\n${original}`,
  own: answer,
})

/** Sentences of a person above the quote, which look like an introduction. */
const sentences: readonly string[] = [
  'On Friday you wrote:',
  'On Friday, after the meeting with all of the team, Bo wrote:',
  'On Friday nobody came, as Bo wrote:',
  'Black Friday, as Bo wrote:',
  'Remember that on Friday Bo wrote:',
  'Am Freitag schrieb ich:',
  'Am Freitag kam keiner, obwohl Bo schrieb:',
  'Am Freitag schrieb uns der neue Vertreter von nebenan:',
  'Le vendredi, il a écrit :',
  'El viernes escribió usted:',
]

const kept: SampleReply[] = [
  ...sentences.map((sentence) => ({
    name: `a sentence of a person, ${sentence}`,
    text: `${answer}\n\n${sentence}\n${original}`,
    own: `${answer}\n\n${sentence}`,
  })),
  ...[
    'On Friday, Bo wrote:\nWe should go.\n\nI agree.',
    'At 10:15, Bo wrote:\nWe should go.\n\nI agree.',
    'Am Freitag schrieb Bo:\nWir gehen.\n\nIch auch.',
    'Bo schrieb am Freitag:\n\nWir gehen.',
    'I agree.\n\nOn Friday, Bo wrote:',
    'On Friday, Bo wrote: nothing.\n\nI agree.',
  ].map((text) => ({ name: `a text without a quote, ${JSON.stringify(text)}`, text, own: text })),
]

export const undatedReplies: readonly SampleReply[] = [
  ...[...introductions, ...alone].map(whole),
  ...introductions.map(below),
  ...kept,
  {
    name: 'an introduction by weekday and address, with a mail that has no marks',
    text: `${answer}\n\nOn Friday, Bo <bo@example.com> wrote:\n\nDoes Tuesday work?`,
    own: answer,
  },
  {
    name: 'an introduction by weekday above the quote and the answer',
    text: `On Friday, Bo Berg wrote:\n${original}\n\n${answer}`,
    own: answer,
  },
  {
    name: 'an introduction by weekday, wrapped',
    text: `${answer}\n\nOn Friday, Bo Berg <\nbo@example.com> wrote:\n${original}`,
    own: answer,
  },
]

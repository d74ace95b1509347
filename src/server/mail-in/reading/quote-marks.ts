import { withoutTrailing } from '../../../shared/rules/characters'
import { hasAddress, introducesByWeekday } from './weekday-heads'

/*
 * Words by which mail programs introduce the mail that they quote. Each test reads a line once, with bounded length and
 * without backtracking. Source: docs/protocol/mail-in.md#quotes.
 */

/** Characters of a line that are looked at. */
const looked = 400
/** Max characters of a line that a program adds; links of Outlook that go through a filter are long. */
const longestProgramLine = 2_000

/** Ends of lines such as `On Monday, Ada wrote:`. */
const endings = [
  'wrote:',
  'a écrit :',
  'a écrit:',
  'escribió:',
  'ha scritto:',
  'escreveu:',
  'kirjoitti:',
  'napisał(a):',
  'napisał:',
  'napisała:',
  'pisze:',
  'napsal(a):',
  'napsal:',
  'skrev:',
  'schreef:',
  'schrieb:',
  'пишет:',
  'написал(а):',
  'написал:',
  'написала:',
  'yazdı:',
  'şunu yazdı:',
  'írta:',
  'のメール:',
  'のメッセージ:',
  '写道:',
  '寫道:',
  '작성:',
]

/** Pairs of a beginning and a verb, in languages that name the writer after the verb. */
const infixes: readonly (readonly [string, string])[] = [
  ['am ', ' schrieb '],
  ['um ', ' schrieb '],
  ['', ' schrieb am '],
  ['op ', ' schreef '],
  ['om ', ' schreef '],
  ['den ', ' skrev '],
  ['', ' skrev '],
  ['el ', ' escribió'],
  ['a las ', ' escribió'],
]

/** Lines between an answer and the mail that it answers. */
const separators = new Set([
  'original message',
  'original appointment',
  'ursprüngliche nachricht',
  'ursprungliche nachricht',
  'originalnachricht',
  'original-nachricht',
  "message d'origine",
  'message d’origine',
  'message original',
  'mensaje original',
  'mensagem original',
  'messaggio originale',
  'oorspronkelijk bericht',
  'originalmeddelande',
  'ursprungligt meddelande',
  'oprindelig meddelelse',
  'oryginalna wiadomość',
  'wiadomość oryginalna',
  'původní zpráva',
  'исходное сообщение',
  '原始邮件',
  '原始郵件',
  '元のメッセージ',
])

/** Names of the header lines with which Outlook begins a quoted mail. */
const headerNames: Readonly<Record<'from' | 'sent' | 'to' | 'subject', readonly string[]>> = {
  from: ['from', 'von', 'de', 'van', 'da', 'från', 'fra', 'od', 'от', '发件人', '差出人'],
  sent: [
    ...['sent', 'date', 'gesendet', 'datum', 'envoyé', 'enviado', 'enviado el', 'verzonden'],
    ...['inviato', 'data', 'fecha', 'skickat', 'sendt', 'wysłano', 'дата', '发送时间', '送信日時'],
  ],
  to: ['to', 'an', 'à', 'para', 'aan', 'a', 'till', 'til', 'do', 'кому', '收件人', '宛先'],
  subject: [
    ...['subject', 'betreff', 'objet', 'asunto', 'assunto', 'onderwerp', 'oggetto', 'ämne'],
    ...['emne', 'temat', 'тема', '主题', '件名'],
  ],
}
const kindOfHeader = new Map(
  Object.entries(headerNames).flatMap(([kind, names]) => names.map((name) => [name, kind])),
)

/** Last lines that phones and programs add to each mail. */
const programLines = [
  'sent from my ',
  'sent from mail for ',
  'sent from outlook',
  'sent from yahoo mail',
  'sent with proton mail',
  'sent from proton mail',
  'get outlook for ',
  'von meinem iphone gesendet',
  'von meinem ipad gesendet',
  'von meinem mobilgerät gesendet',
  'von meinem samsung',
  'gesendet von ',
  'gesendet mit der ',
  'gesendet über ',
  'outlook für ios beziehen',
  'holen sie sich outlook',
  'diese nachricht wurde von meinem android',
  'envoyé de mon ',
  'envoyé depuis mon ',
  'envoyé à partir de ',
  'télécharger outlook pour ',
  'obtenir outlook pour ',
  'enviado desde mi ',
  'obtener outlook para ',
  'enviado do meu ',
  'inviato da iphone',
  'inviato dal mio ',
  'ottenere outlook per ',
  'verzonden vanaf mijn ',
  'verstuurd vanaf mijn ',
  'outlook voor ios downloaden',
  'skickat från min ',
  'sendt fra min ',
  'wysłane z iphone',
]

/** The text of a line without marks of emphasis, in lower case. */
function plain(line: string): string {
  return line
    .slice(0, looked)
    .replace(/[*_]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('：', ':')
    .trim()
    .toLowerCase()
}

/** Whether a text, such as `On Monday, Ada wrote:`, introduces a quote in words that only mail programs use. */
export function isAttribution(text: string): boolean {
  const line = plain(text)
  if (!line.endsWith(':') || !/\d/.test(line)) return false
  return (
    endings.some((ending) => line.endsWith(ending)) ||
    infixes.some(([begin, verb]) => line.startsWith(begin) && line.includes(verb))
  )
}

/**
 * Whether a text introduces a quote by a weekday, such as `On Friday, Ada wrote:`. People write such sentences, too:
 * those without an address introduce only what is marked as a quote.
 */
export function isWeekdayAttribution(text: string, needsAddress = false): boolean {
  const line = plain(text)
  return (
    line.endsWith(':') && introducesByWeekday(line, endings) && (!needsAddress || hasAddress(line))
  )
}

/** Whether a text before a quote can introduce it, in whatever language: it names a time and ends with a colon. */
export function mayIntroduce(text: string): boolean {
  const line = plain(text)
  return line.endsWith(':') && (/\d/.test(line) || line.includes('@'))
}

/** Whether a line separates an answer from the mail that it answers: `-----Original Message-----`. */
export function isSeparator(line: string): boolean {
  const text = plain(line)
  if (!text.startsWith('--') || !text.endsWith('--')) return false
  return separators.has(withoutTrailing(text.replace(/^-+/, ''), '-').trim())
}

/** Whether a line is the rule that Outlook draws above a quoted mail. */
export function isRule(line: string): boolean {
  return /^_{10,100}$/.test(line.trim())
}

/** The header that a line of a quoted mail states; undefined if none. */
export function headerOf(line: string): string | undefined {
  const text = plain(line)
  const colon = text.indexOf(':')
  return colon < 1 || colon > 20 ? undefined : kindOfHeader.get(text.slice(0, colon).trim())
}

/** A line with the words of its links alone: `Get [Outlook for iOS](https://…)`, `Outlook for iOS<https://…>`. */
function withoutLinks(line: string): string {
  if (line.length > longestProgramLine) return line
  return line
    .replace(/\]\([^()\s]*\)/g, '')
    .replace(/<https?:[^<>\s]*>/g, '')
    .replaceAll('[', '')
}

/** Whether a line is a footer that a phone or program adds to each mail. */
export function isProgramLine(line: string): boolean {
  const text = plain(withoutLinks(line)).replace(/^[-–—]\s*/, '')
  return text.length < 160 && programLines.some((begin) => text.startsWith(begin))
}

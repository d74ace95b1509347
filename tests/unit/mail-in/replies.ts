/** A mail in the manner of a program, and the text that is left of it. */
export interface SampleReply {
  name: string
  text?: string
  html?: string
  own: string
}

const answer = 'Yes, Tuesday works.\n\nAda'
const original = '> Does Tuesday work?\n>\n> Bo'

/** Answers above the quote, each introduced in the manner of a program and a language. */
const introductions: readonly (readonly [string, string])[] = [
  ['Gmail, English', 'On Mon, Feb 2, 2026 at 10:15 AM Bo Berg <bo@example.com> wrote:'],
  ['Gmail, English, wrapped', 'On Mon, Feb 2, 2026 at 10:15 AM Bo Berg <\nbo@example.com> wrote:'],
  ['Gmail, German', 'Am Mo., 2. Feb. 2026 um 10:15 Uhr schrieb Bo Berg <bo@example.com>:'],
  ['Gmail, German, older', 'Bo Berg <bo@example.com> schrieb am Mo., 2. Feb. 2026, 10:15:'],
  ['Gmail, French', 'Le lun. 2 févr. 2026 à 10:15, Bo Berg <bo@example.com> a écrit :'],
  ['Gmail, Spanish', 'El lun, 2 feb 2026 a las 10:15, Bo Berg (<bo@example.com>) escribió:'],
  [
    'Gmail, Italian',
    'Il giorno lun 2 feb 2026 alle ore 10:15 Bo Berg <bo@example.com> ha scritto:',
  ],
  ['Gmail, Portuguese', 'Em seg., 2 de fev. de 2026 às 10:15, Bo Berg <bo@example.com> escreveu:'],
  ['Gmail, Dutch', 'Op ma 2 feb 2026 om 10:15 schreef Bo Berg <bo@example.com>:'],
  ['Gmail, Swedish', 'Den mån 2 feb. 2026 kl 10:15 skrev Bo Berg <bo@example.com>:'],
  ['Gmail, Polish', 'pon., 2 lut 2026 o 10:15 Bo Berg <bo@example.com> napisał(a):'],
  ['Gmail, Russian', 'пн, 2 февр. 2026 г. в 10:15, Bo Berg <bo@example.com>:'],
  ['Gmail, Finnish', 'ma 2. helmik. 2026 klo 10.15 Bo Berg (bo@example.com) kirjoitti:'],
  ['Gmail, Japanese', '2026年2月2日(月) 10:15 Bo Berg <bo@example.com>:'],
  ['Gmail, Chinese', 'Bo Berg <bo@example.com> 于2026年2月2日周一 10:15写道：'],
  ['Gmail, Turkish', 'Bo Berg <bo@example.com>, 2 Şub 2026 Pzt, 10:15 tarihinde şunu yazdı:'],
  ['Gmail, Korean', '2026년 2월 2일 (월) 오전 10:15, Bo Berg <bo@example.com>님이 작성:'],
  ['Apple Mail, English', 'On 2. Feb 2026, at 10:15, Bo Berg <bo@example.com> wrote:'],
  ['Apple Mail, German', 'Am 02.02.2026 um 10:15 schrieb Bo Berg <bo@example.com>:'],
  ['Apple Mail, French', 'Le 2 févr. 2026 à 10:15, Bo Berg <bo@example.com> a écrit :'],
  ['Thunderbird, English', 'On 2/2/26 10:15, Bo Berg wrote:'],
  ['Thunderbird, German', 'Am 02.02.26 um 10:15 schrieb Bo Berg:'],
  ['Thunderbird, French', 'Le 02/02/2026 à 10:15, Bo Berg a écrit :'],
  ['Thunderbird, Czech', 'Dne 02. 02. 26 v 10:15 Bo Berg napsal(a):'],
  ['K-9, German', 'Am 2. Februar 2026 10:15:00 MEZ schrieb Bo Berg <bo@example.com>:'],
  ['Proton, English', 'On Monday, February 2nd, 2026 at 10:15 AM, Bo Berg <bo@example.com> wrote:'],
  ['a program of unknown language', '2.2.2026 10:15, Bo Berg <bo@example.com> dijo:'],
]

/** Headers with which Outlook begins the quoted mail, by language; the mail itself has no marks. */
const headers: readonly (readonly [string, readonly string[]])[] = [
  [
    'English',
    ['From: Bo Berg', 'Sent: Monday, 2 February 2026 10:15', 'To: Ada', 'Subject: Tuesday'],
  ],
  [
    'German',
    ['Von: Bo Berg', 'Gesendet: Montag, 2. Februar 2026 10:15', 'An: Ada', 'Betreff: Dienstag'],
  ],
  ['French', ['De : Bo Berg', 'Envoyé : lundi 2 février 2026 10:15', 'À : Ada', 'Objet : mardi']],
  [
    'Spanish',
    ['De: Bo Berg', 'Enviado: lunes, 2 de febrero de 2026', 'Para: Ada', 'Asunto: martes'],
  ],
  [
    'Dutch',
    ['Van: Bo Berg', 'Verzonden: maandag 2 februari 2026', 'Aan: Ada', 'Onderwerp: dinsdag'],
  ],
  ['Italian', ['Da: Bo Berg', 'Inviato: lunedì 2 febbraio 2026', 'A: Ada', 'Oggetto: martedì']],
]

const quoted = 'Does Tuesday work?\n\nBo'

const outlook: SampleReply[] = headers.flatMap(([language, lines]) => [
  {
    name: `Outlook, ${language}`,
    text: `${answer}\n\n${lines.join('\n')}\n\n${quoted}`,
    own: answer,
  },
  {
    name: `Outlook for phones, ${language}`,
    text: `${answer}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${lines
      .map((line) => line.replace(/^([^:]*:)/, '*$1*'))
      .join('\n')}\n\n${quoted}`,
    own: answer,
  },
])

const separators: SampleReply[] = [
  '-----Original Message-----',
  '-----Ursprüngliche Nachricht-----',
  "-----Message d'origine-----",
  '-----Mensaje original-----',
  '-------- Original Message --------',
].map((line) => ({
  name: `a line ${line}`,
  text: `${answer}\n\n${line}\nFrom: Bo <bo@example.com>\n\n${quoted}`,
  own: answer,
}))

const signatures: SampleReply[] = [
  '-- \nAda Ahn\nExample Inc.',
  '--\nAda Ahn',
  'Sent from my iPhone',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPhone',
  'Enviado desde mi iPhone',
  'Sent with Proton Mail secure email.',
  'Gesendet von Outlook für Android',
  '-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
].map((signature) => ({
  name: `a signature ${JSON.stringify(signature)}`,
  text: `${answer}\n\n${signature}\n\nOn 2/2/26 10:15, Bo wrote:\n${original}`,
  own: answer,
}))

const inPlaces: SampleReply[] = [
  {
    name: 'an answer below the quote',
    text: `On 2/2/26 10:15, Bo Berg wrote:\n${original}\n\n${answer}`,
    own: answer,
  },
  {
    name: 'answers between quotes, without the quote at the end',
    text: 'On 2/2/26 10:15, Bo wrote:\n> Tuesday?\nYes.\n> Lunch?\nNo.\n> Bo',
    own: 'On 2/2/26 10:15, Bo wrote:\n> Tuesday?\n\nYes.\n> Lunch?\n\nNo.',
  },
  { name: 'a quote alone', text: original, own: '> Does Tuesday work?\n>\n> Bo' },
  {
    name: 'an introduction that looks like an answer, with a mail that has no marks',
    text: `${answer}\n\nOn Monday, February 2nd, 2026 at 10:15 AM, Bo <bo@example.com> wrote:\n\n${quoted}`,
    own: answer,
  },
  {
    name: 'dashes twice, which are no signature',
    text: 'one\n--\ntwo\n--\nthree',
    own: 'one\n--\ntwo\n--\nthree',
  },
  {
    name: 'words of introductions in the text',
    text: 'On Tuesday Bo wrote: nothing.\nFrom: nowhere\nTo: do',
    own: 'On Tuesday Bo wrote: nothing.\nFrom: nowhere\nTo: do',
  },
  {
    name: 'a list that is introduced',
    text: 'Points for 2026:\n* one\n* two',
    own: 'Points for 2026:\n* one\n* two',
  },
]

const html: SampleReply[] = [
  {
    name: 'Gmail as HTML',
    html: '<div dir="ltr">Yes, <b>Tuesday</b> works.<div><br></div><div>Ada</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Bo &lt;<a href="mailto:bo@example.com">bo@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0"><div>Does Tuesday work?</div></blockquote></div>',
    own: 'Yes, **Tuesday** works.\n\nAda',
  },
  {
    name: 'Apple Mail as HTML',
    html: '<html><body>Yes, Tuesday works.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 2. Feb 2026, at 10:15, Bo &lt;bo@example.com&gt; wrote:</div><br><div>Does Tuesday work?</div></blockquote></div></body></html>',
    own: 'Yes, Tuesday works.',
  },
  {
    name: 'Thunderbird as HTML, with answers between quotes',
    html: '<div class="moz-cite-prefix">On 2/2/26 10:15, Bo wrote:<br></div><blockquote type="cite"><p>Tuesday?</p></blockquote><p>Yes.</p><blockquote type="cite"><p>Lunch?</p></blockquote><p>No.</p><blockquote type="cite"><p>Bo</p></blockquote>',
    own: '> On 2/2/26 10:15, Bo wrote:\n>\n> Tuesday?\n\nYes.\n\n> Lunch?\n\nNo.',
  },
  {
    name: 'Outlook on the web',
    html: '<div>Yes, Tuesday works.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Bo<br><b>Sent:</b> Monday</div><div>Does Tuesday work?</div>',
    own: 'Yes, Tuesday works.',
  },
  {
    name: 'Outlook for Windows',
    html: '<p class="MsoNormal">Ja, Dienstag passt.<o:p></o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>Von:</b> Bo<br><b>Gesendet:</b> Montag</p></div></div><p class="MsoNormal">Passt Dienstag?</p>',
    own: 'Ja, Dienstag passt.',
  },
  {
    name: 'Proton as HTML',
    html: '<div>Yes, Tuesday works.</div><div class="protonmail_quote">On Monday, Bo wrote:<br><blockquote class="protonmail_quote" type="cite">Does Tuesday work?</blockquote></div>',
    own: 'Yes, Tuesday works.',
  },
  {
    name: 'Yahoo as HTML',
    html: '<div>Yes, Tuesday works.</div><div id="ydp1" class="yahoo_quoted"><div>On Monday, Bo wrote:</div><div>Does Tuesday work?</div></div>',
    own: 'Yes, Tuesday works.',
  },
  {
    name: 'lists, links, code and pictures',
    html: '<p>See <a href="https://example.com/a">the plan</a> and <a href="https://example.com/">example.com</a>:</p><ul><li>one</li><li><i>two</i></li></ul><pre>a  b\nc</pre><img alt="a chart" src="cid:1"><script>no()</script><a href="javascript:no()">x</a>',
    own: 'See [the plan](https://example.com/a) and https://example.com/:\n\n* one\n* *two*\n\n```\na  b\nc\n```\n\na chartx',
  },
  {
    name: 'a quotation of its own',
    html: '<p>He said:</p><blockquote>Never.</blockquote>',
    own: 'He said:\n\n> Never.',
  },
]

export const sampleReplies: readonly SampleReply[] = [
  ...introductions.map(([name, introduction]) => ({
    name,
    text: `${answer}\n\n${introduction}\n\n${original}\n`,
    own: answer,
  })),
  ...outlook,
  ...separators,
  ...signatures,
  ...inPlaces,
  ...html,
]

/*
 * Introductions of quotes that name a weekday and no date, such as `On Friday, Ada wrote:`. People begin sentences alike,
 * so that the words between weekday and verb must look like a name. Each test reads a line once, with bounded length and
 * without backtracking. Source: docs/protocol/mail-in.md#quotes.
 */

/** Words before a weekday. */
const prepositions = new Set(
  'on am le il el em na no op på den dne v ve w we в во i il giorno'.split(' '),
)

const weekdays = new Set(
  [
    'monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun',
    'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
    'lundi mardi mercredi jeudi vendredi samedi dimanche',
    'lunes martes miércoles jueves viernes sábado domingo',
    'lunedì martedì mercoledì giovedì venerdì sabato domenica',
    'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça quarta quinta sexta',
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
    'måndag tisdag onsdag torsdag fredag lördag söndag mandag tirsdag lørdag søndag',
    'poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę',
    'pondělí úterý středa středu čtvrtek pátek sobotu neděle neděli',
    'понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье',
    'maanantaina tiistaina keskiviikkona torstaina perjantaina lauantaina sunnuntaina',
    'hétfő kedd szerda csütörtök péntek szombat vasárnap hétfőn kedden szerdán csütörtökön pénteken',
    '月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 월요일 화요일 수요일 목요일 금요일 토요일 일요일',
    '星期一 星期二 星期三 星期四 星期五 星期六 星期日 周一 周二 周三 周四 周五 周六 周日 週一 週二 週三 週四 週五 週六 週日',
  ].flatMap((names) => names.split(' ')),
)

/** Verbs that stand before the name of the writer. */
const verbs = ['schrieb ', 'schreef ', 'skrev ', 'escribió ']

/** Words between a writer, who is named first, and a weekday at the end. */
const infixes = [' schrieb am ', ' 于', ' 於']

/** Words for the writer that no mail program uses. */
const pronouns = new Set(
  [
    'i you he she we they it someone somebody nobody ich du er sie wir ihr man jemand',
    'je tu il elle on nous vous ils elles yo tú él ella usted io lui lei eu você ele ela',
    'ik jij hij zij wij jag han hon vi de jeg hun ja ty ona pan pani já я ты вы он она они',
  ].flatMap((words) => words.split(' ')),
)

/** Words of a name; longer ones need an address. */
const mostWords = 3

/**
 * Whether a line introduces a quote by a weekday.
 * @param line in lower case, without emphasis
 * @param endings verbs at the ends of introductions, with a colon
 */
export function introducesByWeekday(line: string, endings: readonly string[]): boolean {
  const writer = writerAfterWeekday(line, endings) ?? writerBeforeWeekday(line)
  if (writer === undefined) return false
  if (hasAddress(writer)) return true
  const words = wordsOf(writer)
  return words.length > 0 && words.length <= mostWords && !words.some((word) => pronouns.has(word))
}

/** Whether a text names a mail address as programs do. */
export function hasAddress(text: string): boolean {
  const begin = text.indexOf('<')
  const at = text.indexOf('@', begin)
  return begin >= 0 && at > begin && text.indexOf('>', at) > at
}

function writerAfterWeekday(line: string, endings: readonly string[]): string | undefined {
  const first = line.split(' ', 3)
  const index = first.findIndex((word) => !prepositions.has(word))
  const day = first[index]
  if (day === undefined || !weekdays.has(bare(day))) return undefined
  const rest = line.slice(first.slice(0, index + 1).join(' ').length).trim()
  const ending = endings.find((each) => rest.endsWith(each))
  if (ending !== undefined) return rest.slice(0, -ending.length)
  const verb = verbs.find((each) => rest.startsWith(each))
  return verb !== undefined && rest.endsWith(':') ? rest.slice(verb.length, -1) : undefined
}

function writerBeforeWeekday(line: string): string | undefined {
  for (const infix of infixes) {
    const at = line.indexOf(infix)
    if (at < 1) continue
    const day = bare(
      line
        .slice(at + infix.length, -1)
        .replace('写道', '')
        .replace('寫道', ''),
    )
    if (weekdays.has(day)) return line.slice(0, at)
  }
  return undefined
}

const bare = (word: string): string => word.trim().replace(/[.,]$/, '')

const wordsOf = (text: string): string[] => text.split(/[ ,]/).filter((word) => word !== '')

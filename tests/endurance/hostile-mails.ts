const mib = 1_048_576

/** A mail that is costly to read. */
export interface HostileMail {
  name: string
  /** Without a Message-ID. */
  raw: Buffer
}

const head = (name: string, headers: string): string =>
  `From: Zoe <zoe@example.org>\r\nSubject: ${name}\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n`

/** Text without a line longer than mail servers pass on. */
const lines = (unit: string, bytes: number): Buffer =>
  Buffer.alloc(bytes, `${unit.repeat(Math.floor(900 / Buffer.byteLength(unit)))}\r\n`)

const plain = (charset: string): string => `Content-Type: text/plain; charset=${charset}`

/** Ten mails, each of which takes a reader long for another reason. @param largestMib size of the large ones */
export function hostileMails(largestMib: number): HostileMail[] {
  const bytes = largestMib * mib - 2_000
  const mail = (name: string, headers: string, ...body: (string | Buffer)[]): HostileMail => ({
    name,
    raw: Buffer.concat([head(name, headers), ...body].map((part) => Buffer.from(part))),
  })
  const parts = 'Content-Type: multipart/mixed; boundary=b'
  return [
    mail('marks', 'Content-Type: text/html', 'y'.repeat(100_000), '<b>x</b>'.repeat(25_000)),
    mail('links', 'Content-Type: text/html', '<a href="http://a.b/c">d</a> '.repeat(15_000)),
    mail('iso-2022-jp', plain('iso-2022-jp'), lines('\x1b$B$3$l\x1b(B ', bytes)),
    mail('gb18030', plain('gb18030'), lines('\x81\x30\x81\x30', bytes)),
    mail('flowed', `${plain('utf-8')}; format=flowed; delsp=yes`, lines('a > ', bytes)),
    mail(
      'one line',
      `${plain('utf-8')}\r\nContent-Transfer-Encoding: quoted-printable`,
      Buffer.alloc(bytes, '=41'),
    ),
    mail('parts', parts, '--b\r\n\r\nx\r\n'.repeat(20_000), '--b--\r\n'),
    mail(
      'nested',
      parts,
      ...Array.from({ length: 500 }, (_, n) => {
        const [outer, inner] = [n === 0 ? 'b' : `b${n}`, `b${n + 1}`]
        return `--${outer}\r\nContent-Type: multipart/mixed; boundary=${inner}\r\n\r\n`
      }),
    ),
    mail(
      'headers',
      Array.from({ length: 40_000 }, (_, n) => `X-${n}: ${'y'.repeat(20)}`).join('\r\n'),
      'x',
    ),
    mail(
      'attachment',
      parts,
      '--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n',
      '--b\r\nContent-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n',
      Buffer.alloc(bytes - 400, `${'QUJD'.repeat(19)}\r\n`),
      '\r\n--b--\r\n',
    ),
  ]
}

import { deflateSync } from 'node:zlib'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstOf } from '../support/checked'
import type { Random } from '../support/random'
import { picture, animation } from '../support/pictures'
import type { FilePart } from './request'
import { oddText } from './texts'
import { anyJson, oddJsonText } from './values'

const fixtures = join(__dirname, '../fixtures/integrations')

/** Files and payloads to send: intact ones that are made once, and ways to damage them. */
export class Payloads {
  private constructor(
    private readonly files: readonly FilePart[],
    private readonly webhooks: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async prepare(): Promise<Payloads> {
    const webhooks = new Map(
      readdirSync(fixtures).map((name) => {
        const folder = join(fixtures, name)
        const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
        return [name.replaceAll('-', '_'), texts] as const
      }),
    )
    const [png, gif] = await Promise.all([picture(), animation()])
    return new Payloads(
      [
        { field: 'file', name: 'picture.png', type: 'image/png', bytes: png },
        { field: 'file', name: 'dance.gif', type: 'image/gif', bytes: gif },
        { field: 'file', name: 'bomb.png', type: 'image/png', bytes: bombOfBlack(12_000) },
        { field: 'file', name: 'wide.png', type: 'image/png', bytes: headerOnly(2 ** 31 - 1, 1) },
        { field: 'file', name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('notes\n') },
        { field: 'file', name: 'page.html', type: 'text/html', bytes: Buffer.from(page) },
        { field: 'file', name: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from(drawing) },
        { field: 'file', name: 'nothing.png', type: 'image/png', bytes: Buffer.alloc(0) },
      ],
      webhooks,
    )
  }

  /** A file, usually a small picture; sometimes broken, or with an odd name. */
  file(random: Random): FilePart {
    const file = random.chance(0.5) ? firstOf(this.files) : random.pick(this.files)
    return {
      ...file,
      ...(random.chance(0.2) && { bytes: damaged(random, file.bytes) }),
      ...(random.chance(0.1) && { name: oddText(random) }),
      ...(random.chance(0.1) && { type: random.pick(['text/html', 'image/jpeg', 'a', '*/*']) }),
      ...(random.chance(0.1) && { field: oddText(random) }),
    }
  }

  /** A payload of an integration, sometimes damaged. */
  webhook(random: Random, integration: string): string {
    const texts = this.webhooks.get(integration) ?? [...this.webhooks.values()].flat()
    const text = random.pick(texts)
    if (random.chance(0.5)) return text
    if (random.chance(0.2)) return oddJsonText(random, text)
    const payload = JSON.parse(text) as unknown
    for (let times = random.between(1, 3); times > 0; times -= 1) damageMember(random, payload)
    return JSON.stringify(payload)
  }
}

/** Header with the kind of event of a payload from GitHub or GitLab. */
export function webhookHeaders(random: Random): [string, string][] {
  const kinds = [
    'push',
    'issues',
    'pull_request',
    'issue_comment',
    'ping',
    'Push Hook',
    'Issue Hook',
  ]
  return ['X-GitHub-Event', 'X-Gitlab-Event'].map((name) => [name, random.pick(kinds)])
}

function damaged(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  if (copy.length === 0) return copy
  for (let times = random.between(1, 20); times > 0; times -= 1) {
    copy[random.between(0, copy.length - 1)] = random.between(0, 255)
  }
  return random.chance(0.3) ? copy.subarray(0, random.between(0, copy.length)) : copy
}

/** Replaces one member somewhere in a payload. */
function damageMember(random: Random, payload: unknown): void {
  let place = payload
  for (;;) {
    if (typeof place !== 'object' || place === null) return
    const keys = Object.keys(place)
    if (keys.length === 0) return
    const holder = place as Record<string, unknown>
    const key = random.pick(keys)
    if (random.chance(0.4) || typeof holder[key] !== 'object') {
      if (random.chance(0.2)) delete holder[key]
      else holder[key] = random.chance(0.5) ? oddText(random) : anyJson(random)
      return
    }
    place = holder[key]
  }
}

const page = '<script>alert(document.domain)</script>'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'

/** A PNG of some kilobytes that is very large when decoded. */
function bombOfBlack(pixels: number): Buffer {
  return png(pixels, pixels, deflateSync(Buffer.alloc(Math.ceil(pixels / 8 + 1) * pixels)))
}

/** A PNG that ends after its header. */
function headerOnly(width: number, height: number): Buffer {
  return png(width, height, Buffer.alloc(0))
}

/** One bit a pixel. */
function png(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, piece('IHDR', header), piece('IDAT', data), piece('IEND')])
}

function piece(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeInt32BE(checksum(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}

/** The CRC of PNG. */
function checksum(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc
}

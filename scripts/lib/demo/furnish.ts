import sharp from 'sharp'
import { messages, people, streams } from './team'
import type { DemoMessage } from './team'

/** A member of the team, with credentials. */
export interface DemoAccount {
  id: number
  email: string
  password: string
  authorization: string
}

type Args = Readonly<Record<string, unknown>>

/**
 * Creates the team of team.ts in the organization at an address, and sends its messages.
 *
 * @param authorization header of the owner
 * @returns its people by their keys
 */
export async function furnish(
  url: string,
  authorization: string,
): Promise<Map<string, DemoAccount>> {
  const accounts = new Map<string, DemoAccount>()
  for (const { key, name } of people) {
    const [email, password] = [`${key}@northlight.test`, `password of ${key}`]
    const args = { email, password, full_name: name, short_name: key }
    const { user_id: id } = await call<{ user_id: number }>(
      url,
      authorization,
      'POST',
      '/users',
      args,
    )
    const login = { username: email, password }
    const { api_key: apiKey } = await call<{ api_key: string }>(
      url,
      '',
      'POST',
      '/fetch_api_key',
      login,
    )
    accounts.set(key, { id, email, password, authorization: basic(email, apiKey) })
  }
  const everybody = Array.from(accounts.values(), ({ email }) => email)
  for (const { name, description, isPrivate = false } of streams) {
    await call(url, authorization, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: everybody,
      invite_only: isPrivate,
      announce: false,
    })
  }
  const account = (key: string): DemoAccount => {
    const found = accounts.get(key)
    if (!found) throw new Error(`Nobody is called ${key}.`)
    return found
  }
  for (const message of messages) await say(url, message, account)
  return accounts
}

async function say(
  url: string,
  { from, to, text, reactions = [], picture }: DemoMessage,
  account: (key: string) => DemoAccount,
): Promise<void> {
  const { authorization } = account(from)
  const content = picture ? text.replace('PICTURE', await upload(url, authorization)) : text
  const where =
    'people' in to
      ? { type: 'private', to: to.people.map((key) => account(key).id) }
      : { type: 'stream', to: to[0], topic: to[1] }
  const { id } = await call<{ id: number }>(url, authorization, 'POST', '/messages', {
    ...where,
    content,
  })
  for (const [key, emoji] of reactions) {
    await call(url, account(key).authorization, 'POST', `/messages/${id}/reactions`, {
      emoji_name: emoji,
    })
  }
}

/** Uploads the picture; answers the link to it. */
async function upload(url: string, authorization: string): Promise<string> {
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(await drawStars())], { type: 'image/png' }),
    'guiding.png',
  )
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  })
  const { uri } = (await response.json()) as { uri: string }
  return `[guiding.png](${uri})`
}

/** A night sky twice: with trails, and with points. */
async function drawStars(): Promise<Buffer> {
  const [width, height] = [840, 420]
  // A fixed seed: the same stars at every run.
  let state = 7
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const stars = Array.from({ length: 90 }, () => {
    const [x, y, size] = [
      random() * (width / 2 - 40) + 10,
      random() * height,
      0.6 + 2.2 * random() ** 4,
    ]
    const light = `rgb(255 255 ${Math.round(200 + 55 * random())})`
    return (
      `<line x1="${x}" y1="${y}" x2="${x + 16}" y2="${y + 5}" stroke="${light}" stroke-width="${size}" stroke-linecap="round" opacity=".75"/>` +
      `<circle cx="${x + width / 2 + 8}" cy="${y}" r="${size}" fill="${light}"/>`
    )
  })
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><radialGradient id="sky"><stop offset="0" stop-color="#233a63"/><stop offset="1" stop-color="#070c18"/></radialGradient></defs>
      <rect width="100%" height="100%" fill="url(#sky)"/>${stars.join('')}
      <rect x="${width / 2 - 1}" width="2" height="100%" fill="#fff" opacity=".5"/></svg>`),
  )
    .png()
    .toBuffer()
}

export function basic(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
}

async function call<T>(
  url: string,
  authorization: string,
  method: string,
  path: string,
  args: Args,
): Promise<T> {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(args)) {
    body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const headers = authorization === '' ? undefined : { authorization }
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    body,
    ...(headers ? { headers } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as T
}

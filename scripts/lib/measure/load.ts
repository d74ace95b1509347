import { Agent, request } from 'node:http'

const CONNECTIONS = 16
const SECONDS = 4

/** What is asked of the server over and over. */
export interface Load {
  url: string
  method: 'GET' | 'POST'
  /** Basic credentials: `email:key`. */
  credentials: string
  /** Sent as a form. */
  body?: string
}

/**
 * Requests per second when every connection sends its next request as soon as it has its answer.
 *
 * @throws when one is not answered with 200
 */
export async function measureRate(load: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const startedAt = performance.now()
  const endsAt = startedAt + SECONDS * 1_000
  let answered = 0
  const keepAsking = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await ask(load, agent)
      answered += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking))
  } finally {
    agent.destroy()
  }
  return Math.round(answered / ((performance.now() - startedAt) / 1_000))
}

function ask({ url, method, credentials, body }: Load, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body && { 'Content-Type': 'application/x-www-form-urlencoded' }
    const outgoing = request(url, { agent, method, auth: credentials, ...(headers && { headers }) })
    outgoing.once('error', reject)
    outgoing.once('response', (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${method} ${url} was answered with ${answer.statusCode}.`))
      })
    })
    outgoing.end(body)
  })
}

/** An answer without its redirect followed. */
export interface Step {
  status: number
  location: string | undefined
  text: string
}

/** A browser that goes from site to site with a cookie jar per site; it follows redirects only as it is told. */
export class Traveler {
  readonly #jars = new Map<string, Map<string, string>>()

  constructor(private readonly headers: Readonly<Record<string, string>> = {}) {}

  /** Opens one address. */
  async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Step> {
    const { origin } = new URL(url)
    const jar = this.#jarOf(origin)
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { ...this.headers, ...headers, ...(cookie !== '' && { cookie }) },
    })
    this.take(url, answer.headers.getSetCookie())
    const to = answer.headers.get('location') ?? undefined
    const isPath = to?.startsWith('/') === true
    return {
      status: answer.status,
      location: isPath ? new URL(to, url).href : to,
      text: await answer.text(),
    }
  }

  /** Keeps the cookies of an answer. */
  take(url: string, lines: readonly string[]): void {
    const jar = this.#jarOf(new URL(url).origin)
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
  }

  /** Opens an address and follows redirects to sites of these origins; answers the first answer that leads elsewhere. */
  async follow(url: string, origins: readonly string[], most = 10): Promise<Step> {
    let step = await this.open(url)
    for (let steps = 0; steps < most; steps++) {
      const { location } = step
      if (location === undefined || !origins.some((origin) => location.startsWith(`${origin}/`))) {
        return step
      }
      step = await this.open(location)
    }
    throw new Error(`The redirects from ${url} do not end.`)
  }

  cookie(origin: string, name: string): string | undefined {
    return this.#jarOf(origin).get(name)
  }

  #jarOf(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }
}

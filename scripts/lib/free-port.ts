import { createServer } from 'node:net'

export function isPortFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}

/** The first `count` free ports from `first` upwards. */
export async function findFreePorts(host: string, first: number, count: number): Promise<number[]> {
  const found: number[] = []
  for (let port = first; found.length < count; port++) {
    if (port > 65_535) throw new Error(`There are no ${count} free ports above ${first}.`)
    if (await isPortFree(host, port)) found.push(port)
  }
  return found
}

import { openConnection } from './connection'
import type { Connection } from './connection'
import type { Address } from './protocol'

/** A connection for one request after another. */
export interface CallerConnection {
  /**
   *
   * @returns the body
   * @throws when the status is not 200
   */
  call(request: string): Promise<Buffer>
  close(): void
}

export async function openCaller(address: Address): Promise<CallerConnection> {
  let settle: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | undefined
  const connection: Connection = await openConnection(address, {
    onResponse(status, body) {
      if (status === 200) settle?.resolve(Buffer.from(body))
      else settle?.reject(new Error(`Answered with ${status}: ${body.toString('utf8', 0, 500)}`))
    },
    onFailure: (error) => settle?.reject(error),
  })
  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        connection.send(request)
      }),
    close: () => connection.close(),
  }
}

/**
 * Makes calls over parallel connections, one at a time on each, until `next` has none left.
 *
 * @param next makes the next call, or answers undefined when there is none left
 */
export async function callAll(
  addresses: readonly Address[],
  connections: number,
  next: (connection: CallerConnection, address: Address) => Promise<void> | undefined,
): Promise<void> {
  const work = Array.from({ length: connections }, async (_, index) => {
    const address = addresses[index % addresses.length] as Address
    const connection = await openCaller(address)
    try {
      for (let call = next(connection, address); call; call = next(connection, address)) await call
    } finally {
      connection.close()
    }
  })
  // Wait for all, so that no call is left behind when one fails.
  const failure = (await Promise.allSettled(work)).find((each) => each.status === 'rejected')
  if (failure) throw failure.reason
}

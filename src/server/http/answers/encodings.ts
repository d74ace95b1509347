import type { IncomingMessage } from 'node:http'
import { memoize } from '../../lib/memo'

/** The encodings that answers can have, the better one first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The encodings that a client accepts, by its preference; of equal ones the smaller first. Clients without
 * the header get none: many cannot decompress.
 */
export const acceptedEncodings = memoize((header): readonly Encoding[] => {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0
  return encodings
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((left, right) => weightOf(right) - weightOf(left))
})

/** The header that {@link acceptedEncodings} reads; node joins several of them. */
export function acceptEncodingOf({ headers }: IncomingMessage): string {
  return String(headers['accept-encoding'] ?? '')
}

/** `gzip;q=0.5` is `gzip` with a weight of 0.5; an invalid weight is ignored. */
function weighted(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = Number(given?.slice('q='.length) ?? 1)
  return [name, Number.isNaN(weight) ? 1 : weight]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findIntegration } from '../../../src/server/api/integrations'
import type {
  WebhookHeaders,
  WebhookMessage,
} from '../../../src/server/api/integrations/declare/integration'

const fixtures = join(__dirname, '../../fixtures/integrations')

interface Delivery {
  headers?: WebhookHeaders
  query?: Record<string, string>
}

export function fixture(path: string): string {
  return readFileSync(join(fixtures, `${path}.json`), 'utf8')
}

/** The only message that an integration makes of a request body; null for none. */
export function deliver(
  name: string,
  body: string,
  delivery: Delivery = {},
): WebhookMessage | null {
  const messages = deliverAll(name, body, delivery)
  expect(messages.length).toBeLessThan(2)
  return messages[0] ?? null
}

/** Runs an integration on a request body, as the endpoint does. */
export function deliverAll(name: string, body: string, delivery: Delivery = {}): WebhookMessage[] {
  const integration = findIntegration(name)
  if (!integration) throw new Error(`There is no integration ${name}`)
  const { headers = {}, query = {} } = delivery
  const payload = integration.parse(body, headers)
  return integration.format(payload, { headers, query: new URLSearchParams(query) })
}

/** Error body of a failed action. */
export function refusalOf(action: () => unknown): Record<string, unknown> {
  try {
    action()
  } catch (error) {
    const { message, code, status, fields } = error as Error & Record<string, object>
    return { msg: message, code, status, ...fields }
  }
  throw new Error('Nothing was refused')
}

import { Type } from '@sinclair/typebox'
import type { WebhookMessage } from '../integration'
import { closeFences } from '../message/fences'
import { bold, codeSpan, link, oneLine } from '../message/inline'
import { spellState } from '../message/status'
import { maybe, payloadChecker } from '../payload/payload-schema'
import { signOf } from './alerts'

const LegacyPayload = Type.Object({
  ruleName: Type.String(),
  state: Type.String(),
  ruleUrl: maybe(Type.String()),
  message: maybe(Type.String()),
  imageUrl: maybe(Type.String()),
  evalMatches: maybe(
    Type.Array(Type.Object({ metric: maybe(Type.String()), value: maybe(Type.Number()) })),
  ),
})

const checkPayload = payloadChecker(LegacyPayload)

/**
 * The payload of Grafana before version 8 as a message: one rule, one state.
 *
 * @throws InvalidPayloadError
 */
export function presentLegacyAlert(payload: object): WebhookMessage {
  const { ruleName, state, ruleUrl, message, imageUrl, evalMatches } = checkPayload(payload)
  const matches = (evalMatches ?? []).map(({ metric, value }) => {
    return `* ${oneLine(metric ?? '') || 'value'}: ${codeSpan(String(value ?? 'none'))}`
  })
  const headline = `${signOf(state)} ${bold(spellState(state).toUpperCase())}: ${link(ruleName, ruleUrl)}`
  return {
    topic: ruleName,
    content: [
      headline,
      closeFences(message?.trim() ?? ''),
      matches.join('\n'),
      imageUrl && link('image', imageUrl),
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}

import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { closeFences } from '../../../../shared/rules/fences'
import { defineIntegration } from '../integration'
import type { WebhookMessage } from '../integration'
import { codeSpan, bold, link, oneLine } from '../message/inline'
import { maybe, nullable, payloadChecker } from '../payload/schema'
import { joinUntilFull } from '../message/length'
import { Alert, Labels, presentAlertGroups, signOf } from './alerts'
import { spellState } from '../message/status'

/** Grafana 8 replaced its alerting; the payloads before and after share hardly a key. */
export const grafana = defineIntegration({
  name: 'grafana',
  displayName: 'Grafana',
  clientName: 'Grafana',
  summary: 'Alerts of Grafana, of the present alerting and of that before version 8',
  payload: Type.Object({}),

  format(payload) {
    return 'alerts' in payload ? presentGrafanaAlerts(payload) : presentLegacyAlert(payload)
  },
})

const GrafanaAlert = Type.Object({
  ...Alert.properties,
  /** Values of the expressions of the rule. Versions before 10 send only `valueString`. */
  values: maybe(Type.Record(Type.String(), nullable(Type.Number()))),
  valueString: maybe(Type.String()),
  dashboardURL: maybe(Type.String()),
  panelURL: maybe(Type.String()),
  silenceURL: maybe(Type.String()),
  imageURL: maybe(Type.String()),
})
type GrafanaAlert = Static<typeof GrafanaAlert>

const GrafanaPayload = Type.Object({
  alerts: Type.Array(GrafanaAlert),
  title: maybe(Type.String()),
  receiver: maybe(Type.String()),
  groupLabels: maybe(Labels),
  commonLabels: maybe(Labels),
  truncatedAlerts: maybe(Type.Integer()),
})

const checkGrafanaPayload = payloadChecker(GrafanaPayload)

/**
 * The payload of Grafana 8 and later as a message.
 *
 * @throws InvalidPayloadError
 */
function presentGrafanaAlerts(payload: object): WebhookMessage {
  const { alerts, title, groupLabels, commonLabels, truncatedAlerts } = checkGrafanaPayload(payload)
  const groups = presentAlertGroups({
    alerts,
    commonLabels: commonLabels ?? {},
    details: (alert) => [valuesOf(alert)],
    links: (alert) => [
      ['source', alert.generatorURL],
      ['dashboard', alert.dashboardURL],
      ['panel', alert.panelURL],
      ['image', alert.imageURL],
      ['silence', alert.status === 'firing' ? alert.silenceURL : ''],
    ],
  })
  const omitted = truncatedAlerts ? `Grafana left out ${truncatedAlerts} more.` : ''
  // The title contains the number of alerts, so it would create a topic for every number.
  const name = groupLabels?.['alertname'] || commonLabels?.['alertname']
  return { topic: name || title || '', content: [groups, omitted].filter(Boolean).join('\n\n') }
}

function valuesOf({ values, valueString }: GrafanaAlert): string {
  const listed = joinUntilFull(
    Object.entries(values ?? {}),
    ' ',
    ([name, value]) => `${name}=${value ?? 'none'}`,
  )
  return codeSpan(listed || (valueString ?? ''))
}

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

const checkLegacyPayload = payloadChecker(LegacyPayload)

/**
 * The payload of Grafana before version 8 as a message: one rule, one state.
 *
 * @throws InvalidPayloadError
 */
function presentLegacyAlert(payload: object): WebhookMessage {
  const { ruleName, state, ruleUrl, message, imageUrl, evalMatches } = checkLegacyPayload(payload)
  const matches = joinUntilFull(evalMatches, '\n', ({ metric, value }) => {
    return `* ${oneLine(metric ?? '') || 'value'}: ${codeSpan(String(value ?? 'none'))}`
  })
  const headline = `${signOf(state)} ${bold(spellState(state).toUpperCase())}: ${link(ruleName, ruleUrl)}`
  return {
    topic: ruleName,
    content: [
      headline,
      closeFences(message?.trim() ?? ''),
      matches,
      imageUrl && link('image', imageUrl),
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}

import { Type, type Static } from '@sinclair/typebox'
import type { WebhookMessage } from '../integration'
import { codeSpan } from '../message/inline'
import { maybe, nullable, payloadChecker } from '../payload/payload-schema'
import { Alert, Labels, presentAlertGroups } from './alerts'

const GrafanaAlert = Type.Object({
  ...Alert.properties,
  /** What the expressions of the rule came to. Before version 10 there is only the text. */
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

const checkPayload = payloadChecker(GrafanaPayload)

/**
 * The payload of Grafana 8 and later as a message.
 *
 * @throws InvalidPayloadError
 */
export function presentGrafanaAlerts(payload: object): WebhookMessage {
  const { alerts, title, groupLabels, commonLabels, truncatedAlerts } = checkPayload(payload)
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
  // The title counts the alerts, so it would make a topic for every count.
  const name = groupLabels?.['alertname'] || commonLabels?.['alertname']
  return { topic: name || title || '', content: [groups, omitted].filter(Boolean).join('\n\n') }
}

function valuesOf({ values, valueString }: GrafanaAlert): string {
  const listed = Object.entries(values ?? {}).map(([name, value]) => `${name}=${value ?? 'none'}`)
  return codeSpan(listed.join(' ') || (valueString ?? ''))
}

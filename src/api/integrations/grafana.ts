import { Type } from '@sinclair/typebox'
import { presentGrafanaAlerts } from './alerts/grafana-alerts'
import { presentLegacyAlert } from './alerts/grafana-legacy'
import { defineIntegration } from './integration'

/** Grafana 8 replaced its alerting; the two payloads have hardly a key in common. */
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

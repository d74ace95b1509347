import type { Integration } from '../declare/integration'
import { healthchecks } from './healthchecks'
import { homeAssistant } from './home-assistant'
import { netlify } from './netlify'
import { pagerDuty } from './pager-duty'
import { radarr } from './radarr'
import { sonarr } from './sonarr'
import { statuspage } from './statuspage'
import { uptimeKuma } from './uptime-kuma'
import { uptimeRobot } from './uptime-robot'

/** The integrations that are data. */
export const presets: readonly Integration[] = [
  ...[healthchecks, homeAssistant, netlify, pagerDuty, radarr, sonarr],
  ...[statuspage, uptimeKuma, uptimeRobot],
]

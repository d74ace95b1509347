import type { Scenario } from '../scenario'
import { fanOut } from './fan-out'
import { growth } from './growth'
import { history } from './history'
import { idle } from './idle'
import { importing, importingEmbedded } from './import'
import { importBeside } from './import-beside'
import { importThroughout } from './import-throughout'
import { logins } from './logins'
import { pushes } from './pushes'
import { register } from './register'
import { state } from './state'
import { streams } from './streams'
import { throughput } from './throughput'
import { transfer } from './transfer'
import { web } from './web'

/** In the order of running and reporting. */
export const scenarios: readonly Scenario[] = [
  fanOut,
  streams,
  throughput,
  idle,
  register,
  growth,
  history,
  state,
  web,
  logins,
  importing,
  importingEmbedded,
  importBeside,
  importThroughout,
  transfer,
  pushes,
]

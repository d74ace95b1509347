import type { TraceFact } from '../../../../shared/message-trace'
import { quietUntil } from '../../../../shared/rules/do-not-disturb'
import { unixSeconds } from '../../../wire/time'
import { concernOf, pushTrigger } from '../../rules/notifications/triggers'
import { userSettingsOf } from '../../rules/settings/user-settings'
import type { Notified } from './notified'

/** Facts about pushes to a user about a message: one for each device that shows it, or the reason for none. */
export function tracePushes(
  { concern, told, isRead, hasMutedSender }: Notified,
  now: Date,
): TraceFact[] {
  const { push, shown, devices } = told
  if (shown.length > 0) return shown.map(describeShown)
  if (devices.length === 0) return [{ code: 'push_no_device' }]
  const quietEnd = concern && quietUntil(userSettingsOf(concern), now)
  if (push && !isRead && quietEnd) return [{ code: 'push_paused', at: unixSeconds(quietEnd) }]
  if (push && !isRead && !push.is_enqueued)
    return [{ code: 'push_due', at: unixSeconds(push.due_at) }]
  const [failing] = devices.filter(({ last_error }) => last_error !== null)
  if (failing && devices.every(({ last_error }) => last_error !== null)) {
    return [{ code: 'push_failing', device: failing.name, error: failing.last_error ?? '' }]
  }
  if (hasMutedSender) return [{ code: 'push_declined' }]
  if (!concern) return [{ code: 'push_unconcerned' }]
  if (!concern.has_device) return [{ code: 'push_later_devices' }]
  if (pushTrigger(concernOf(concern), userSettingsOf(concern)) === undefined) {
    return [{ code: 'push_declined' }]
  }
  return [{ code: isRead ? 'push_read_before' : 'push_unknown' }]
}

function describeShown({ name: device, sent_at }: Notified['told']['shown'][number]): TraceFact {
  return sent_at
    ? { code: 'pushed', device, at: unixSeconds(sent_at) }
    : { code: 'push_waits', device }
}

import type { TakenPush } from '../../../src/server/data/notifications/push-jobs'
import { mayTakeBack } from '../../../src/server/chat/jobs/pushes/silent'

// Source: docs/protocol/notifications.md#web-push-removals.
describe('A push that takes a notification back', () => {
  const chrome = 'https://fcm.googleapis.com/fcm/send/x'
  it.each<[string, string, Partial<TakenPush>, boolean]>([
    ['Chrome, another one is shown', chrome, { shows_others: true }, true],
    ['Chrome, no other is shown', chrome, {}, false],
    ['Firefox', 'https://updates.push.services.mozilla.com/x', { shows_others: true }, true],
    ['Edge', 'https://wns2-am3p.notify.windows.com/w/?token=x', {}, false],
    ['Safari', 'https://web.push.apple.com/x', { shows_others: true }, false],
    ['UnifiedPush', 'https://push.example.com/up', {}, true],
    ['a topic', 'https://ntfy.example.com/x', { p256dh: null }, false],
  ])('is possible or not for %s', (_case, endpoint, push, expected) => {
    const job = { p256dh: 'key', shows_others: false, ...push, endpoint }
    expect(mayTakeBack(job as TakenPush)).toBe(expected)
  })
})

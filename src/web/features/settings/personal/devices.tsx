import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AnswerOf } from '../../../../shared/calls'
import { useApp } from '../../../context/app'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { askForNotifications, notificationPermission } from '../../../data/notifications/permission'
import { pushSupport, turnPushesOff, turnPushesOn } from '../../../data/pushes/subscription'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { Loading } from '../../../ui/loaded/loading'
import { SettingGroup } from '../../../parts/setting/setting'
import { Table } from '../../../ui/table/table'
import styles from './personal.module.css'

type Device = AnswerOf<'GET /users/me/web_push'>['devices'][number]

/** Devices of the reader for push notifications. */
export function Devices() {
  const { toasts } = useApp()
  const devices = useSignal<readonly Device[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)

  async function look(): Promise<void> {
    try {
      devices.value = (await call('GET /users/me/web_push')).devices
    } catch (error) {
      if (!devices.peek()) refusal.value = reasonOf(error)
    }
  }

  // No event reports devices, so the list is fetched again when the window gets the focus.
  useEffect(() => {
    void look()
    const done = new AbortController()
    addEventListener('focus', () => void look(), { signal: done.signal })
    return () => done.abort()
  }, [])

  async function attempt(change: Promise<unknown>, said?: string): Promise<void> {
    try {
      await change
      if (said !== undefined) toasts.say(said)
      await look()
    } catch (error) {
      toasts.fail(t.devices.notChanged, error)
    }
  }

  async function remove(device: Device): Promise<void> {
    if (device.is_current) await turnPushesOff()
    await call('DELETE /users/me/web_push', { device_id: device.device_id })
  }

  if (!devices.value) return <Loading refusal={refusal.value} onRetry={() => void look()} />
  return (
    <>
      <p>{t.devices.about}</p>
      <ThisBrowser
        isOn={devices.value.some(({ is_current: isCurrent }) => isCurrent)}
        onChange={look}
      />
      <Table
        label={t.devices.list}
        rows={devices.value}
        keyOf={({ device_id: id }) => id}
        nameOf={nameOf}
        none={t.devices.none}
        columns={[
          { key: 'name', title: t.devices.name, cell: (device) => <Name device={device} /> },
          { key: 'service', title: t.devices.service, cell: ({ service }) => service },
          {
            key: 'success',
            title: t.devices.lastSuccess,
            cell: (device) => <LastSuccess device={device} />,
          },
          {
            key: 'tools',
            title: t.table.actions,
            isTools: true,
            width: '12rem',
            cell: (device) => (
              <>
                <button
                  type="button"
                  class="button"
                  aria-label={t.devices.testOf(nameOf(device))}
                  onClick={() => {
                    const { device_id } = device
                    const test = call('POST /users/me/web_push/test', { device_id })
                    void attempt(test, t.devices.testSent)
                  }}
                >
                  {t.devices.test}
                </button>{' '}
                <button
                  type="button"
                  class="button"
                  aria-label={t.devices.removeOf(nameOf(device))}
                  onClick={() => void attempt(remove(device))}
                >
                  {t.devices.remove}
                </button>
              </>
            ),
          },
        ]}
      />
      <Topic onAdded={look} />
    </>
  )
}

const nameOf = ({ kind, name, service }: Device) =>
  kind === 'topic' ? t.devices.topicOf(service) : name

function Name({ device }: { device: Device }) {
  const isThis = device.is_current && device.kind === 'web_push'
  return (
    <>
      {nameOf(device)}
      {isThis && <strong class={styles['mark']}> {t.devices.thisOne}</strong>}
    </>
  )
}

function LastSuccess({ device }: { device: Device }) {
  const is24Hour = useApp().store.read('user_settings')['twenty_four_hour_time']
  const { last_error: error, last_success_at: at } = device
  if (error !== null) return <>{t.devices.failed(error)}</>
  return <>{at === null ? t.devices.never : shortTime(at, is24Hour)}</>
}

/** Turns push notifications on for this browser; it may ask only after a click. */
function ThisBrowser({ isOn, onChange }: { isOn: boolean; onChange: () => Promise<void> }) {
  const { store, toasts } = useApp()
  const support = pushSupport()
  if (support === 'home-screen') return <p class="notice">{t.devices.homeScreen}</p>
  if (support === 'no') return <p class="notice">{t.devices.unsupported}</p>
  const permission = notificationPermission.value
  if (isOn && permission === 'granted') return <p>{t.devices.isOn}</p>
  if (permission === 'denied' || permission === 'insecure') {
    return <p class="notice">{t.notificationStates[permission]}</p>
  }

  async function turnOn(): Promise<void> {
    // On Android, pages may not notify by themselves, but the worker may.
    await askForNotifications()
    const answer = await Notification.requestPermission()
    if (answer !== 'granted') return
    try {
      await turnPushesOn(store.state.user_id)
      toasts.say(t.devices.onNow)
      await onChange()
    } catch (error) {
      toasts.fail(t.devices.notSubscribed, error)
    }
  }

  return (
    <p>
      <button type="button" class="button" onClick={() => void turnOn()}>
        {t.devices.turnOn}
      </button>
    </p>
  )
}

/** Adds a topic, such as one of ntfy. */
function Topic({ onAdded }: { onAdded: () => Promise<void> }) {
  const form = useForm('devices/topic', { address: '', token: '' }, { isSecret: true })
  return (
    <SettingGroup title={t.devices.topic}>
      <p>{t.devices.topicAbout}</p>
      <Form
        form={form}
        label={t.devices.topic}
        submit={t.devices.addTopic}
        fieldOf={() => 'address'}
        onSubmit={async ({ address, token }) => {
          const endpoint = address.trim()
          if (endpoint === '') throw new FieldRefusal('address', t.form.required)
          await call('POST /users/me/web_push', {
            subscription: { endpoint },
            ...(token.trim() !== '' && { token: token.trim() }),
          })
          await onAdded()
        }}
      >
        <TextField name="address" type="url" label={t.devices.address} maxLength={1000} />
        <TextField name="token" label={t.devices.token} maxLength={200} />
      </Form>
    </SettingGroup>
  )
}

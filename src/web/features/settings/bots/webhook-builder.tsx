import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { Check, FieldFrame, Select } from '../../../ui/form/fields'
import type { Bot } from '../../../data/records/state'
import { webhookAddress } from './webhook-address'
import styles from './bots.module.css'

interface WebhookBuilderProps {
  /** One of the reader's bots; its API key becomes part of the address. */
  bot: Bot
  /** Fixes the integration; undefined offers a choice. */
  integration?: string
}

/** Builds the address of an incoming webhook from the chosen options. */
export function WebhookBuilder({ bot, integration: fixed }: WebhookBuilderProps) {
  const { store } = useApp()
  const integrations = store.read('realm_incoming_webhook_bots')
  const name = useSignal(fixed ?? integrations[0]?.name ?? '')
  const streamId = useSignal<number | undefined>(undefined)
  const topic = useSignal('')
  const leftOut = useSignal<ReadonlySet<string>>(new Set())
  const options = useSignal<Readonly<Record<string, string>>>({})
  const integration = integrations.find((one) => one.name === name.value)
  const kinds = integration?.all_event_types ?? []
  const chosen = kinds.filter((kind) => !leftOut.value.has(kind))
  const streams = store
    .read('streams')
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((stream) => ({ value: stream.stream_id, label: `#${stream.name}` }))
  const address = webhookAddress(location.origin, {
    integration: name.value,
    apiKey: bot.api_key ?? '',
    streamId: streamId.value,
    topic: topic.value,
    leftOut: kinds.filter((kind) => leftOut.value.has(kind)),
    options: options.value,
  })

  return (
    <div class={styles['builder']}>
      {fixed === undefined && (
        <FieldFrame label={t.webhooks.integration}>
          {(tie) => (
            <Select
              tie={tie}
              value={name.value}
              choices={integrations.map((one) => ({ value: one.name, label: one.display_name }))}
              onChoose={(value) => {
                name.value = String(value)
                leftOut.value = new Set()
                options.value = {}
              }}
            />
          )}
        </FieldFrame>
      )}
      <FieldFrame label={t.webhooks.target}>
        {(tie) => (
          <Select
            tie={tie}
            value={streamId.value ?? null}
            choices={[{ value: null, label: t.webhooks.toOwner }, ...streams]}
            onChoose={(value) => (streamId.value = typeof value === 'number' ? value : undefined)}
          />
        )}
      </FieldFrame>
      {streamId.value !== undefined && (
        <PlainField
          label={t.webhooks.topic}
          hint={t.webhooks.topicHint}
          value={topic.value}
          maxLength={60}
          onInput={(text) => (topic.value = text)}
        />
      )}
      {integration?.url_options.map(({ name: option, label, validator }) => {
        const value = options.value[option] ?? ''
        const set = (text: string) => (options.value = { ...options.value, [option]: text })
        return validator === 'check_bool' ? (
          <Check
            key={option}
            label={label}
            isChecked={value !== ''}
            onChange={(isOn) => set(isOn ? 'true' : '')}
          />
        ) : (
          <PlainField key={option} label={label} value={value} maxLength={200} onInput={set} />
        )
      })}
      {kinds.length > 0 && (
        <EventKinds
          kinds={kinds}
          leftOut={leftOut.value}
          onChange={(out) => (leftOut.value = out)}
        />
      )}
      {kinds.length > 0 && chosen.length === 0 ? (
        <p class="notice bad" role="alert">
          {t.webhooks.noneChosen}
        </p>
      ) : (
        <>
          <FieldFrame label={t.webhooks.address} hint={t.webhooks.addressNote}>
            {(tie) => (
              <textarea
                class={`field ${styles['address']}`}
                {...tie}
                readOnly
                rows={4}
                value={address}
              />
            )}
          </FieldFrame>
          <div>
            <CopyButton text={address} label={t.webhooks.copy} />
          </div>
        </>
      )}
    </div>
  )
}

interface PlainFieldProps {
  label: string
  hint?: string
  value: string
  maxLength: number
  onInput: (text: string) => void
}

/** A text field outside of a form. */
function PlainField({ label, hint, value, maxLength, onInput }: PlainFieldProps) {
  return (
    <FieldFrame label={label} hint={hint}>
      {(tie) => (
        <input
          class="field"
          type="text"
          {...tie}
          maxLength={maxLength}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  )
}

interface EventKindsProps {
  kinds: readonly string[]
  leftOut: ReadonlySet<string>
  onChange: (leftOut: ReadonlySet<string>) => void
}

function EventKinds({ kinds, leftOut, onChange }: EventKindsProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} class={styles['kinds']}>
      <div class={styles['kinds-head']}>
        <strong id={id}>{t.webhooks.events}</strong>
        <button type="button" class="button" onClick={() => onChange(new Set())}>
          {t.webhooks.everything}
        </button>
        <button type="button" class="button" onClick={() => onChange(new Set(kinds))}>
          {t.webhooks.nothing}
        </button>
      </div>
      <div class={styles['kinds-list']}>
        {kinds.map((kind) => (
          <Check
            key={kind}
            label={kind}
            isChecked={!leftOut.has(kind)}
            onChange={(isWanted) => {
              const next = new Set(leftOut)
              if (isWanted) next.delete(kind)
              else next.add(kind)
              onChange(next)
            }}
          />
        ))}
      </div>
    </div>
  )
}

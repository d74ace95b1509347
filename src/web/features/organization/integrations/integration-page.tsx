import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { FieldFrame, Select, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { Icon } from '../../../ui/icon/icon'
import { incomingWebhook } from '../../settings/bots/bot-kinds'
import { kindsFor } from '../../settings/bots/rights'
import type { Integration } from '../../settings/bots/webhook-address'
import { WebhookBuilder } from '../../settings/bots/webhook-builder'
import type { Guide } from './use-guides'
import styles from './integrations.module.css'

interface IntegrationPageProps {
  integration: Integration
  /** Undefined until it is loaded. */
  guide: Guide | undefined
}

/** Setup guide of an integration: description, bot, webhook address, steps. */
export function IntegrationPage({ integration, guide }: IntegrationPageProps) {
  const { store, navigation } = useApp()
  const { name, display_name: title } = integration
  const heading = useRef<HTMLHeadingElement>(null)
  const ownId = store.read('user_id')
  const bots = store
    .read('realm_bots')
    .filter((bot) => bot.owner_id === ownId && bot.is_active && bot.bot_type === incomingWebhook)
  const chosenId = useSignal<number | undefined>(undefined)
  const bot = bots.find(({ user_id: id }) => id === chosenId.value) ?? bots[0]
  const isNew = chosenId.value === 0 || !bot
  const mayMake = kindsFor(store).includes(incomingWebhook)

  useLayoutEffect(() => heading.current?.focus(), [])

  return (
    <div class={styles['page']}>
      <a href={navigation.hrefOf({ view: 'organization', path: ['integrations'] })}>
        <Icon name="chevron-left" />
        {t.integrations.all}
      </a>
      <h3 ref={heading} tabIndex={-1}>
        {t.integrations.setUp(title)}
      </h3>
      <p>{guide?.about}</p>
      <h4>{t.integrations.bot}</h4>
      <p>{t.integrations.botAbout}</p>
      {bots.length > 0 && (
        <FieldFrame label={t.integrations.botChoice}>
          {(tie) => (
            <Select
              tie={tie}
              value={isNew ? 0 : bot?.user_id}
              choices={[
                ...bots.map((one) => ({ value: one.user_id, label: one.full_name })),
                ...(mayMake ? [{ value: 0, label: t.integrations.newBot }] : []),
              ]}
              onChoose={(value) => (chosenId.value = Number(value))}
            />
          )}
        </FieldFrame>
      )}
      {isNew && !mayMake && <p class="notice">{t.integrations.mayNot}</p>}
      {isNew && mayMake && (
        <NewBot title={title} name={name} onMade={(id) => (chosenId.value = id)} />
      )}
      {!isNew && bot && (
        <>
          <h4>{t.integrations.address}</h4>
          <WebhookBuilder bot={bot} integration={name} />
        </>
      )}
      <h4>{t.integrations.steps}</h4>
      <ol class={styles['steps']}>
        {guide?.steps.map((step) => (
          <li key={step}>
            {step.startsWith('curl ') ? <code>{step}</code> : <Step text={step} />}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A step, in which back-quotes mark code and asterisks names on the screen of the service. */
function Step({ text }: { text: string }) {
  return (
    <>
      {text.split(/(`[^`]+`|\*[^*`]+\*)/).map((part, index) => {
        if (index % 2 === 0) return part
        const inner = part.slice(1, -1)
        return part.startsWith('`') ? <code key={index}>{inner}</code> : <b key={index}>{inner}</b>
      })}
    </>
  )
}

interface NewBotProps {
  title: string
  /** Name of the integration. */
  name: string
  onMade: (botId: number) => void
}

function NewBot({ title, name, onMade }: NewBotProps) {
  const form = useForm(`integrations/${name}/bot`, {
    full_name: title,
    short_name: name.replaceAll('_', '-'),
  })
  return (
    <Form
      form={form}
      label={t.integrations.newBot}
      submit={t.integrations.create}
      fieldOf={({ message }) => (message.startsWith('Username') ? 'short_name' : 'full_name')}
      onSubmit={async (values) => {
        for (const field of ['full_name', 'short_name'] as const) {
          if (values[field].trim() === '') throw new FieldRefusal(field, t.form.required)
        }
        const { user_id: id } = await call('POST /bots', {
          ...values,
          bot_type: incomingWebhook,
        })
        onMade(id)
      }}
    >
      <TextField name="full_name" label={t.integrations.botName} maxLength={100} />
      <TextField name="short_name" label={t.bots.shortName} maxLength={80} />
    </Form>
  )
}

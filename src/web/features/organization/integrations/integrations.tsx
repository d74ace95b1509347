import { useSignal } from '@preact/signals'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Icon } from '../../../ui/icon/icon'
import type { Integration } from '../../settings/bots/webhook-address'
import type { SectionProps } from '../../../parts/settings-area/section'
import { IntegrationPage } from './integration-page'
import { useGuides } from './use-guides'
import styles from './integrations.module.css'

/** Catalog of integrations, or the setup guide of one. */
export function Integrations({ path }: SectionProps) {
  const { store } = useApp()
  const all = store.read('realm_incoming_webhook_bots')
  const shown = all.find(({ name }) => name === path[0])
  const guides = useGuides()
  return shown ? (
    <IntegrationPage key={shown.name} integration={shown} guide={guides(shown.name)} />
  ) : (
    <IntegrationList integrations={all} guideOf={guides} />
  )
}

interface IntegrationListProps {
  integrations: readonly Integration[]
  guideOf: ReturnType<typeof useGuides>
}

function IntegrationList({ integrations, guideOf }: IntegrationListProps) {
  const { navigation } = useApp()
  const text = useSignal('')
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = integrations.filter(({ name, display_name: title }) => {
    const all = `${title} ${guideOf(name)?.about ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  return (
    <>
      <p>{t.integrations.about}</p>
      <input
        class={`field ${styles['find']}`}
        type="text"
        aria-label={t.integrations.find}
        placeholder={t.integrations.find}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <ul role="list" class={styles['list']} aria-label={t.integrations.title}>
        {found.map(({ name, display_name: title }) => (
          <li key={name}>
            <a
              href={navigation.hrefOf({ view: 'organization', path: ['integrations', name] })}
              class={styles['card']}
            >
              <strong>
                <Icon name="webhook" />
                {title}
              </strong>
              <span>{guideOf(name)?.about}</span>
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="row-note">{t.integrations.none}</p>}
    </>
  )
}

import type { RealmDomainRecord } from '../../../../shared/realm-lists'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { Form } from '../../../ui/form/form'
import { useForm } from '../../../parts/form/use-form'
import { CheckField, TextField } from '../../../ui/form/fields'
import { IconButton } from '../../../ui/icon-button/icon-button'
import styles from './settings.module.css'

type Domain = RealmDomainRecord

/** Allowed email domains for new accounts. Source: docs/protocol/realm-settings.md#domains. */
export function Domains({ disabled }: { disabled: boolean }) {
  const { events } = useApp()
  const domains = useSignal<readonly Domain[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const form = useForm('organization/domains', { domain: '', allow_subdomains: false })

  useEffect(() => {
    let isShown = true
    const load = async () => {
      try {
        const answer = await call('GET /realm/domains')
        if (isShown) domains.value = answer.domains
      } catch (error) {
        if (isShown) refusal.value = reasonOf(error)
      }
    }
    void load()
    const stop = events.listen((heard) => {
      if (heard?.some(({ type }) => type === 'realm_domains') ?? true) void load()
    })
    return () => {
      isShown = false
      stop()
    }
  }, [events])

  async function change(act: () => Promise<unknown>): Promise<void> {
    refusal.value = undefined
    try {
      await act()
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  const known = domains.value ?? []
  return (
    <fieldset class={styles['domains']}>
      <legend>{t.domains.title}</legend>
      {domains.value?.length === 0 && <p class={styles['hint']}>{t.domains.none}</p>}
      {known.length > 0 && (
        <ul role="list" aria-label={t.domains.title}>
          {known.map(({ domain, allow_subdomains: withSubdomains }) => (
            <li key={domain} class={styles['domain']}>
              <b>{domain}</b>
              <label>
                <input
                  type="checkbox"
                  checked={withSubdomains}
                  disabled={disabled}
                  aria-label={t.domains.subdomainsOf(domain)}
                  onChange={(event) => {
                    const { checked } = event.currentTarget
                    void change(() =>
                      call('PATCH /realm/domains/{domain}', { domain, allow_subdomains: checked }),
                    )
                  }}
                />
                {t.domains.subdomains}
              </label>
              {!disabled && (
                <IconButton
                  icon="trash-2"
                  label={t.domains.remove(domain)}
                  onClick={() =>
                    void change(() => call('DELETE /realm/domains/{domain}', { domain }))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {refusal.value !== undefined && (
        <p class={styles['refusal']} role="alert">
          {refusal.value}
        </p>
      )}
      {!disabled && (
        <Form
          form={form}
          label={t.domains.title}
          submit={t.domains.add}
          onSubmit={(values) => call('POST /realm/domains', values)}
          fieldOf={() => 'domain'}
        >
          <TextField name="domain" label={t.domains.domain} placeholder="example.com" />
          <CheckField name="allow_subdomains" label={t.domains.subdomains} />
        </Form>
      )}
    </fieldset>
  )
}

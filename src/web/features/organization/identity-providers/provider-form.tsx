import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import {
  optionBeforeSecret,
  optionForms,
  optionsOfKinds,
} from '../../../../shared/rules/identity-providers'
import type { OptionName, ProviderKind } from '../../../../shared/rules/identity-providers'
import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { useForm } from '../../../parts/form/use-form'
import { CheckField, SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { fieldsOf, kindNames, kinds, optionsIn, optionsOf } from './kinds'
import type { Provider } from './kinds'

interface ProviderFormProps {
  /** The provider to edit; undefined adds one. */
  provider?: Provider
  onSaved: () => void
}

/** Settings of an identity provider. */
export function ProviderForm({ provider, onSaved }: ProviderFormProps) {
  const chosen = useSignal<ProviderKind>(provider?.kind ?? 'oidc')
  const form = useForm(
    `identity-providers/${provider?.slug ?? ''}`,
    {
      kind: provider?.kind ?? 'oidc',
      slug: provider?.slug ?? '',
      display_name: provider?.display_name ?? '',
      secret: '',
      metadata: '',
      ...fieldsOf(provider, chosen.value),
      is_enabled: provider?.is_enabled ?? true,
      signs_up_at_once: provider?.signs_up_at_once ?? false,
    },
    { isSecret: true },
  )
  const { kind } = form.values.value
  const { hasSecret } = optionsOfKinds[kind]
  // Fields that nobody has changed follow the defaults of the kind.
  useEffect(() => void (chosen.value = kind), [kind])

  return (
    <Form
      form={form}
      label={provider ? t.identityProviders.editOf(provider.display_name) : t.identityProviders.add}
      submit={provider ? t.form.save : t.identityProviders.add}
      onSaved={onSaved}
      fieldOf={({ message }) =>
        [...optionsOf(kind), 'metadata', 'secret'].find((name) => message.includes(name)) ??
        (/button/.test(message) ? 'display_name' : /address|named/.test(message) ? 'slug' : '')
      }
      onSubmit={(values) => {
        for (const field of ['display_name', 'slug', 'client_id'] as const) {
          const isAsked = field !== 'client_id' || optionsOf(kind).includes(field)
          if (isAsked && String(values[field]).trim() === '') {
            throw new FieldRefusal(field, t.form.required)
          }
        }
        const settings = {
          display_name: values.display_name,
          options: optionsIn(kind, values),
          ...(kind === 'saml' && values.metadata.trim() && { metadata: values.metadata }),
          ...(hasSecret && values.secret !== '' && { secret: values.secret }),
          is_enabled: values.is_enabled,
          signs_up_at_once: values.signs_up_at_once,
        }
        const { slug } = values
        return provider
          ? call('PATCH /realm/identity_providers/{slug}', { slug, ...settings })
          : call('POST /realm/identity_providers', { slug, kind, ...settings })
      }}
    >
      {!provider && (
        <>
          <SelectField
            name="kind"
            label={t.identityProviders.kind}
            choices={kinds.map((value) => ({ value, label: kindNames[value] }))}
          />
          <TextField
            name="slug"
            label={t.identityProviders.slug}
            hint={t.identityProviders.slugHint}
            maxLength={40}
          />
        </>
      )}
      <TextField name="display_name" label={t.identityProviders.name} maxLength={60} />
      {optionsOf(kind).map((name) => (
        <Fragment key={name}>
          <OptionField name={name} kind={kind} />
          {name === 'metadata_url' && (
            <TextField
              name="metadata"
              label={t.identityProviders.metadata}
              hint={t.identityProviders.metadataHint}
              lines={3}
            />
          )}
          {name === optionBeforeSecret(kind) && (
            <SecretField
              label={
                kind === 'ldap' ? t.identityProviders.directory.secret : t.identityProviders.secret
              }
              isKept={provider?.has_secret === true}
            />
          )}
        </Fragment>
      ))}
      {kind !== 'ldap' && (
        <CheckField name="signs_up_at_once" label={t.identityProviders.signsUpAtOnce} />
      )}
      <CheckField
        name="is_enabled"
        label={t.identityProviders.isEnabled}
        hint={provider && t.identityProviders.isEnabledHint}
      />
    </Form>
  )
}

/** Addresses of services that a company may run itself. */
const defaultIssuers: Partial<Record<ProviderKind, string>> = {
  gitlab: 'https://gitlab.com',
  github: 'https://github.com',
}

function OptionField({ name, kind }: { name: OptionName; kind: ProviderKind }) {
  const form = optionForms[name]
  const hints: Partial<Record<OptionName, string>> = t.identityProviders.hints
  const facts = {
    name,
    label: t.identityProviders.options[name],
    hint: name === 'issuer' ? (defaultIssuers[kind] ?? hints[name]) : hints[name],
  }
  if (form.type === 'flag') return <CheckField {...facts} />
  if (form.type === 'texts') return <TextField {...facts} lines={3} />
  if (form.type === 'list') {
    return <TextField {...facts} maxLength={form.maxItems * (form.maxCharacters + 2)} />
  }
  const type = form.type === 'url' ? { type: form.type } : {}
  return <TextField {...facts} {...type} maxLength={form.maxCharacters} />
}

function SecretField({ label, isKept }: { label: string; isKept: boolean }) {
  return (
    <TextField
      name="secret"
      type="password"
      label={label}
      hint={isKept && t.identityProviders.secretKept}
      autocomplete="off"
    />
  )
}

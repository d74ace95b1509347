import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { TextField } from '../../ui/form/fields'
import { Form } from '../../ui/form/form'
import { useForm } from '../../parts/form/use-form'
import type { StepProps } from './step-props'

/** Setup step: the owner's name. */
export function YouStep({ onDone }: StepProps) {
  const { store, navigation } = useApp()
  const self = store.user(store.state.user_id)
  const form = useForm('first-steps/you', { full_name: self?.full_name ?? '' })
  return (
    <>
      <Form
        form={form}
        label={t.firstSteps.you}
        submit={t.firstSteps.save}
        fieldOf={() => 'full_name'}
        onSubmit={async ({ full_name }) => {
          await call('PATCH /settings', { full_name })
          await onDone()
        }}
      >
        <TextField
          name="full_name"
          label={t.firstSteps.fullName}
          hint={t.firstSteps.fullNameHint}
          autocomplete="name"
        />
      </Form>
      <a href={navigation.hrefOf({ view: 'settings', path: ['account'] })}>
        {t.firstSteps.account}
      </a>
    </>
  )
}

/** Setup step: name of the organization. */
export function NameStep({ onDone }: StepProps) {
  const { store } = useApp()
  const form = useForm('first-steps/name', { name: store.read('realm_name') })
  return (
    <Form
      form={form}
      label={t.firstSteps.name}
      submit={t.firstSteps.save}
      fieldOf={() => 'name'}
      onSubmit={async ({ name }) => {
        await call('PATCH /realm', { name })
        await onDone()
      }}
    >
      <TextField
        name="name"
        label={t.firstSteps.organization}
        hint={t.firstSteps.organizationHint}
        autocomplete="organization"
      />
    </Form>
  )
}

import { useState } from 'react'
import type { Card } from '../../schema/cards/card.ts'
import { cardTexts, textNames } from '../../schema/cards/card-texts.ts'
import { reachFieldNames, reachFields, reachOf } from '../../schema/cards/reach.ts'
import { NewTemplate, type Template } from '../../schema/templates/template.ts'
import {
  personalFields,
  type Rule,
  rulesFor,
  sharedFields,
  type TemplateField,
  type TemplateRules,
  templateFieldNames,
} from '../../schema/templates/template-rules.ts'
import { useUser } from '../accounts/data/session.ts'
import { errorMessage, RequestError } from '../api.ts'
import { useCard } from '../cards/data.ts'
import { nameOfLanguage } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t, translated } from '../messages/t.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { FieldValue, formatValue } from '../ui/FieldValue.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { errorToast, toast } from '../ui/toasts.ts'
import { createTemplate, saveTemplate } from './data.ts'
import { firstRules, ruleNames, ruleTexts, systemAdminOnly, withoutFree } from './labels.ts'

// Lazy, as only a new template selects its model card.
const ModelField = lazyWithPreload(
  () => import('./ModelField.tsx'),
  'ModelField',
  <div className="skeleton skeleton-row" aria-busy />,
)

type TemplateDraft = ReturnType<typeof useTemplateDraft>

/** A template's name, model card and rules. */
export function TemplateForm({
  draft: { draft, dirty, objections, errors, failure, busy, ...change },
  stored,
  onSave,
  onReload,
}: {
  draft: TemplateDraft
  stored?: Template
  onSave: () => void
  onReload?: () => void
}) {
  const { card, error } = useCard(draft.cardId)
  const level = useUser().user?.accessLevel ?? 0
  const needsSystemAdmin = stored !== undefined && stored.level > level
  const unchanged = stored !== undefined && !dirty
  return (
    <form
      className="form template-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || needsSystemAdmin) return
        onSave()
        const invalid = objections.name ? 'input' : objections.cardId && 'select'
        if (invalid) event.currentTarget.querySelector<HTMLElement>(invalid)?.focus()
      }}
    >
      <section className="panel template-head" aria-label={t('Template')}>
        <TextField
          label={t('Name')}
          hint={t('Owners see it above their card.')}
          autoComplete="off"
          value={draft.name}
          error={errors.name}
          onChange={change.setName}
        />
        {stored ? (
          <StoredModel card={card} missing={error !== undefined} cardId={stored.cardId} />
        ) : (
          <ModelField
            cardId={draft.cardId}
            chosen={card}
            error={errors.cardId}
            onChoose={change.setCardId}
          />
        )}
      </section>
      {draft.cardId && !card && !error ? (
        // Until the card is loaded: its values would move the rules while someone presses one.
        <div className="skeleton skeleton-row" aria-busy />
      ) : (
        <RuleRows card={card} rules={draft.rules} onRule={change.setRule} />
      )}
      {failure && <Failure {...failure} onReload={onReload} />}
      <SaveRow {...{ unchanged, needsSystemAdmin, busy }} />
    </form>
  )
}

function Failure({
  text,
  stale,
  onReload,
}: {
  text: string
  /** Whether the template was changed elsewhere. */
  stale: boolean
  onReload: (() => void) | undefined
}) {
  return (
    <Note kind="bad" title={t('Template not saved')}>
      {text}{' '}
      {stale && (
        <Trans
          id="Your changes are kept. <button>Reload</button>"
          components={{ button: <Button size="small" onClick={onReload} /> }}
        />
      )}
    </Note>
  )
}

function SaveRow({
  unchanged,
  needsSystemAdmin,
  busy,
}: {
  unchanged: boolean
  needsSystemAdmin: boolean
  busy: boolean
}) {
  const hint = unchanged
    ? t("Save to copy the model card's values again. Cards get them with the next run.")
    : t('Saving does not change any card. The trial run shows what would change.')
  return (
    <div className="template-foot">
      <p className="field-hint" id="template-save">
        {needsSystemAdmin ? systemAdminOnly.template : hint}
      </p>
      <Button
        type="submit"
        kind="primary"
        busy={busy && t('Saving...')}
        aria-disabled={needsSystemAdmin || undefined}
        aria-describedby="template-save"
      >
        {unchanged ? t('Copy values again') : t('Save template')}
      </Button>
    </div>
  )
}

function StoredModel({
  card,
  missing,
  cardId,
}: {
  card: { name: string | null; slug: string } | undefined
  missing: boolean
  cardId: number
}) {
  if (!card && missing)
    return (
      <Note kind="warn" title={t('The model card cannot be loaded')}>
        {t(
          'If it was deleted, you can still run this template, but not save it. Create a new template from another card.',
        )}
      </Note>
    )
  return (
    <div className="template-model">
      <div>
        <span className="field-label">{t('Model card')}</span>
        <p dir="auto">{card ? (card.name ?? card.slug) : '…'}</p>
      </div>
      <LinkButton to={`/card-editor/${cardId}`} size="small">
        {t('Edit the model card')}
      </LinkButton>
    </div>
  )
}

type RulesProps = {
  card: Card | undefined
  rules: TemplateRules
  onRule: (field: TemplateField, rule: Rule) => void
}

/** The template's rule for each field, next to the model card's value. */
function RuleRows(props: RulesProps) {
  return (
    <>
      <section className="panel rule-group" aria-labelledby="shared-fields">
        <header>
          <h2 id="shared-fields">{t('Shared by all cards')}</h2>
          <dl className="rule-words">
            {(['free', 'required', 'locked', 'hidden'] as const).map((rule) => (
              <div key={rule}>
                <dt>{ruleNames[rule]}</dt>
                <dd>{ruleTexts[rule]}</dd>
              </div>
            ))}
          </dl>
        </header>
        <Rows {...props} fields={sharedFields} />
      </section>
      <section className="panel rule-group" aria-labelledby="personal-fields">
        <header>
          <h2 id="personal-fields">{t('Personal to each owner')}</h2>
          <p>{t('These are never copied from one card to another.')}</p>
        </header>
        <Rows {...props} fields={personalFields} />
      </section>
    </>
  )
}

function Rows({ card, rules, onRule, fields }: RulesProps & { fields: readonly TemplateField[] }) {
  return (
    <ul className="rule-rows">
      {fields.map((field) => {
        const name = translated(templateFieldNames[field])
        return (
          <li key={field}>
            <div className="rule-field">
              <h3>{name}</h3>
              {card && (
                <p dir="auto">
                  <span className="hidden-text">{t('On the model card:')} </span>
                  <FieldValue field={field} value={modelValue(card, field)} />
                </p>
              )}
              {card && <Translations card={card} field={field} />}
            </div>
            <SegmentedControl
              label={t('{name}: rule', { name })}
              options={rulesFor(field).map((value) => ({ value, label: ruleNames[value] }))}
              value={rules[field] ?? 'free'}
              onChange={(rule) => onRule(field, rule)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The field's texts in the model card's other languages; the same rule applies to them. */
function Translations({ card, field }: { card: Card; field: TemplateField }) {
  const names = textNames.filter((name) => cardTexts[name].field === field)
  return Object.entries(card.locales).map(([language, texts]) => {
    const given = names.flatMap((name) => texts[name] ?? [])
    if (given.length === 0) return null
    return (
      <p key={language}>
        <small>{nameOfLanguage(language)}</small>{' '}
        <span lang={language} dir="auto">
          {given.map((text) => formatValue(field, text)).join(', ')}
        </span>
      </p>
    )
  })
}

function modelValue(card: Card, field: TemplateField): unknown {
  if (field === 'visibility')
    return reachFields
      .filter((each) => reachOf(card.customizations.visibility, each) !== 'everyone')
      .map((each) => translated(reachFieldNames[each]))
  if (field === 'website') return card.customizations.website
  // Only the networks, not their URLs.
  if (field === 'socialLinks') return Object.keys(card.socialLinks)
  if (field === 'formConfig') return card.formConfig.fields
  return card[field]
}

type Base = Pick<Template, 'name' | 'rules'> & { id?: number; version?: number; cardId?: number }
type Edits = { name?: string; cardId?: number; rules: TemplateRules }
type Objections = { name?: string; cardId?: string }

const noEdits: Edits = { rules: {} }

/** The unsaved edits of a new or stored template. They survive a reload of the stored template. */
export function useTemplateDraft(base: Base) {
  const [edits, setEdits] = useState<Edits>(noEdits)
  const [refused, setRefused] = useState(false)
  const [failure, setFailure] = useState<{ text: string; stale: boolean }>()
  const [busy, setBusy] = useState(false)
  const { card } = useCard(edits.cardId ?? base.cardId)
  const start = base.id === undefined ? firstRules(card) : base.rules
  const rules = withoutFree({ ...start, ...edits.rules })
  const draft = {
    name: edits.name ?? base.name,
    cardId: edits.cardId ?? base.cardId,
    rules,
  }
  const dirty =
    draft.name !== base.name ||
    draft.cardId !== base.cardId ||
    JSON.stringify(rules) !== JSON.stringify(withoutFree(start))
  const { fields, objections } = checkedOf(draft)
  /** Saves the template. Returns undefined on failure, with the reason in `objections` or `failure`. */
  const save = async (): Promise<{ id: number } | undefined> => {
    setRefused(!fields)
    if (!fields) return undefined
    setBusy(true)
    setFailure(undefined)
    const saved = await send(base, fields).catch((error) => {
      const text = errorMessage(error, t('Something went wrong. Please try again.'))
      errorToast(t('Template not saved'), text)
      setFailure({ text, stale: error instanceof RequestError && error.status === 412 })
      return undefined
    })
    setBusy(false)
    if (!saved) return undefined
    setEdits(noEdits)
    toast(t('Template saved'), t('Check the trial run before you apply it to cards.'))
    return saved
  }
  return {
    ...{ draft, dirty, objections, failure, busy, save },
    /** The objections, once a save was rejected. */
    errors: refused ? objections : {},
    setName: (name: string) => setEdits({ ...edits, name }),
    setCardId: (cardId: number) => setEdits({ ...edits, cardId }),
    setRule: (field: TemplateField, rule: Rule) =>
      setEdits({ ...edits, rules: { ...edits.rules, [field]: rule } }),
    /** Call after the stored template was reloaded. */
    clearFailure: () => setFailure(undefined),
  }
}

function checkedOf(draft: { name: string; cardId?: number; rules: TemplateRules }): {
  fields?: NewTemplate
  objections: Objections
} {
  const checked = NewTemplate.safeParse(draft)
  if (checked.success) return { fields: checked.data, objections: {} }
  const named = translated(checked.error.issues.find(({ path }) => path[0] === 'name')?.message)
  return {
    objections: { name: named, cardId: draft.cardId ? undefined : t('Select a model card') },
  }
}

async function send({ id, version }: Base, fields: NewTemplate): Promise<{ id: number }> {
  if (id === undefined || version === undefined) return createTemplate(fields)
  await saveTemplate(id, { name: fields.name, rules: fields.rules, version })
  return { id }
}

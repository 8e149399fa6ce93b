import { useState } from 'react'
import { NewTemplate, type Template } from '../../schema/templates/template.ts'
import type { Rule, TemplateField, TemplateRules } from '../../schema/templates/template-rules.ts'
import { errorMessage, RequestError } from '../api.ts'
import { t, translated } from '../messages/t.ts'
import { errorToast, toast } from '../ui/toasts.ts'
import { createTemplate, saveTemplate } from './data.ts'
import { ruled } from './labels.ts'

type Base = Pick<Template, 'name' | 'rules'> & { id?: number; version?: number; cardId?: number }
type Objections = { name?: string; cardId?: string }
type Typed = { name?: string; cardId?: number; rules: TemplateRules }

/** Unsaved edits of a new or stored template; they survive a reload of the stored one. */
export function useTemplateDraft(base: Base) {
  const [typed, setTyped] = useState<Typed>(nothing)
  const [refused, setRefused] = useState(false)
  const [failure, setFailure] = useState<{ text: string; stale: boolean }>()
  const [busy, setBusy] = useState(false)
  const rules = ruled({ ...base.rules, ...typed.rules })
  const draft = {
    name: typed.name ?? base.name,
    cardId: typed.cardId ?? base.cardId,
    rules,
  }
  const dirty =
    draft.name !== base.name ||
    draft.cardId !== base.cardId ||
    JSON.stringify(rules) !== JSON.stringify(ruled(base.rules))
  const { fields, objections } = checkedOf(draft)
  /** Saves; returns undefined on failure, with the reason in `objections` or `failure`. */
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
    setTyped(nothing)
    toast(t('Template saved'), t('Check the trial run before you apply it to cards.'))
    return saved
  }
  return {
    ...{ draft, dirty, objections, failure, busy, save },
    /** Validation errors, shown after a save was rejected. */
    errors: refused ? objections : {},
    setName: (name: string) => setTyped({ ...typed, name }),
    setCardId: (cardId: number) => setTyped({ ...typed, cardId }),
    setRule: (field: TemplateField, rule: Rule) =>
      setTyped({ ...typed, rules: { ...typed.rules, [field]: rule } }),
    /** Call after the stored template was reloaded. */
    clearFailure: () => setFailure(undefined),
  }
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

const nothing: Typed = { rules: {} }

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

/** Card templates: rules for the fields of a team's cards, with values copied from a model card. */
import * as z from 'zod/mini'
import { cardFields, schemasOf } from '../cards/card-fields.ts'
import { Visibility } from '../cards/reach.ts'
import { ClientId, Id, PathId, requiredText } from '../text.ts'
import { TemplateRules, templateCardFields, templateFields } from './template-rules.ts'

/** The values of the fields that templates cover. */
export const TemplateValues = z.object({
  ...schemasOf(templateCardFields, 'input'),
  /** Absent in templates and runs stored before there were reaches. */
  visibility: z.optional(Visibility),
  /** The texts of these fields in other languages. */
  locales: cardFields.locales.input,
})
export type TemplateValues = z.infer<typeof TemplateValues>

const Name = requiredText(60, 'Name must be at most 60 characters', 'Give the template a name')

export const NewTemplate = z.strictObject({
  name: Name,
  cardId: Id,
  rules: TemplateRules,
  clientId: ClientId,
})
export type NewTemplate = z.infer<typeof NewTemplate>

/** `version` is the version that was edited. The values of locked fields are copied from the model card again. */
export const TemplateEdit = z.strictObject({ name: Name, rules: TemplateRules, version: Id })
export type TemplateEdit = z.infer<typeof TemplateEdit>

export const Template = z
  .object({
    id: z.number(),
    name: z.string(),
    version: z.number(),
    rules: TemplateRules,
    /** The model card. */
    cardId: z.number(),
    updatedAt: z.string(),
    /** The number of cards that use it. */
    cards: z.number(),
    /** The level required to change or delete it: 5 if a level 5 user ran it or has a card with it, else 4. */
    level: z.number(),
  })
  .register(z.globalRegistry, { id: 'Template' })
export type Template = z.infer<typeof Template>

/** `search` matches a part of a card's name in any language, of its slug, or of its owner's username. */
export const TrialQuery = z.strictObject({
  after: z.optional(PathId),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(200))), 50),
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
})
export type TrialQuery = z.infer<typeof TrialQuery>

const Change = z.object({
  field: z.enum(templateFields),
  /** The language of the translation; absent for the card's own value. */
  language: z.optional(z.string()),
  from: z.string(),
  to: z.string(),
})

/**
 * A preview of a run for the cards that match `search`, oldest first; values are text of at most 120 characters. `total` is the
 * number of cards the template can be applied to, `found` the number of matches. `next` is null at the end.
 */
export const Trial = z
  .object({
    at: z.string(),
    total: z.number(),
    found: z.number(),
    cards: z.array(
      z.object({
        id: z.number(),
        slug: z.string(),
        name: z.nullable(z.string()),
        changes: z.array(Change),
        /** Required fields that the card's owner has not filled in yet. */
        missing: z.array(z.enum(templateFields)),
      }),
    ),
    next: z.nullable(z.number()),
  })
  .register(z.globalRegistry, { id: 'TemplateTrial' })
export type Trial = z.infer<typeof Trial>

/** The most cards that can be selected or excluded individually. */
export const maxSelectedCards = 2000
const Choice = z.array(Id).check(z.maxLength(maxSelectedCards))

/**
 * Applies the template to `only` these cards, or to all cards of the preview `except` these. Cards saved after
 * `trialAt` are skipped and listed.
 */
export const NewJob = z.strictObject({
  version: Id,
  trialAt: z.iso.datetime(),
  except: z._default(Choice, []),
  only: z.optional(Choice.check(z.minLength(1))),
})
export type NewJob = z.infer<typeof NewJob>

export const jobStates = ['running', 'done', 'failed', 'undoing', 'undone', 'undoFailed'] as const

/**
 * `done` of `total` cards are processed. `changed` cards were skipped because they were edited meanwhile; `skipped` lists
 * the first 200.
 */
export const TemplateJob = z
  .object({
    id: z.number(),
    templateId: z.number(),
    state: z.enum(jobStates),
    total: z.number(),
    done: z.number(),
    changed: z.number(),
    skipped: z.array(z.object({ id: z.number(), slug: z.string() })),
    createdAt: z.string(),
    /** The level of the user who started it, which is required to continue or undo it, or to run the template again. */
    level: z.number(),
    /** The time of its last progress. */
    touchedAt: z.string(),
    /** Until when it can be undone. */
    undoUntil: z.string(),
  })
  .register(z.globalRegistry, { id: 'TemplateJob' })
export type TemplateJob = z.infer<typeof TemplateJob>

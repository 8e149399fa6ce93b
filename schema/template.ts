/** Card templates: what an administrator fixes on the cards of a team, copied from a model card, field by field. */
import * as z from 'zod/mini'
import { contractsOf } from './card-fields.ts'
import { TemplateRules, templateFields } from './template-rules.ts'
import { ClientId, Id, line, PathId } from './text.ts'

/** The fields of a card that templates know. */
export const TemplateValues = z.object(contractsOf(templateFields, 'input'))
export type TemplateValues = z.infer<typeof TemplateValues>

const Name = line(60, 'Use at most 60 characters.').check(
  z.minLength(1, 'Give the template a name.'),
)

export const NewTemplate = z.strictObject({
  name: Name,
  cardId: Id,
  rules: TemplateRules,
  clientId: ClientId,
})
export type NewTemplate = z.infer<typeof NewTemplate>

/** `version` is the one that was read; the values of locked fields are copied from the model card anew. */
export const TemplateEdit = z.strictObject({ name: Name, rules: TemplateRules, version: Id })
export type TemplateEdit = z.infer<typeof TemplateEdit>

export const Template = z
  .object({
    id: z.number(),
    name: z.string(),
    version: z.number(),
    rules: TemplateRules,
    /** The card its values come from. */
    cardId: z.number(),
    updatedAt: z.string(),
    /** How many cards have it. */
    cards: z.number(),
    /** The level that may change or delete it: 5 where somebody of level 5 ran it or has a card with it, else 4. */
    level: z.number(),
  })
  .register(z.globalRegistry, { id: 'Template' })
export type Template = z.infer<typeof Template>

/** `search` is part of a name, an address or an owner's username. */
export const TrialQuery = z.strictObject({
  after: z.optional(PathId),
  limit: z._default(z.pipe(PathId, z.number().check(z.maximum(200))), 50),
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
})
export type TrialQuery = z.infer<typeof TrialQuery>

const Change = z.object({ field: z.enum(templateFields), from: z.string(), to: z.string() })

/**
 * What a run would do to each card that was searched for, oldest first; values in words, at most 120 characters. `total`
 * counts every card it can be given to, `found` those searched for; `next` goes on, null at the end.
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
        /** Required fields that its owner has still to fill. */
        missing: z.array(z.enum(templateFields)),
      }),
    ),
    next: z.nullable(z.number()),
  })
  .register(z.globalRegistry, { id: 'TemplateTrial' })
export type Trial = z.infer<typeof Trial>

/** The most cards that can be named one by one, to be left out or to be the only ones. */
export const maxSelectedCards = 2000
const Choice = z.array(Id).check(z.maxLength(maxSelectedCards))

/** Runs the template on `only` these cards, or on every card of the trial `except` these; a card saved after `trialAt` is skipped and listed. */
export const NewJob = z.strictObject({
  version: Id,
  trialAt: z.iso.datetime(),
  except: z._default(Choice, []),
  only: z.optional(Choice.check(z.minLength(1))),
})
export type NewJob = z.infer<typeof NewJob>

export const jobStates = ['running', 'done', 'failed', 'undoing', 'undone', 'undoFailed'] as const

/** `done` of `total` cards are over; `changed` of these were skipped, because somebody changed them meanwhile: the first 200 are named. */
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
    /** Of who began it: to continue it, take it back or run the template again takes as high a one. */
    level: z.number(),
    /** When it last got on. */
    touchedAt: z.string(),
    /** Until when it can be taken back. */
    undoUntil: z.string(),
  })
  .register(z.globalRegistry, { id: 'TemplateJob' })
export type TemplateJob = z.infer<typeof TemplateJob>

/** Card templates: what an administrator fixes on the cards of a team, copied from a model card, field by field. */
import * as z from 'zod'
import { CardInput, Customizations } from './card.ts'
import { TemplateRules, templateFields } from './template-rules.ts'
import { Id, line, PathId } from './text.ts'

const { theme, company, logoUrl, coverPhoto, address, about, videoUrl } = CardInput.shape
const { title, phone, email, customButtons, socialLinks, formConfig } = CardInput.shape

/** The fields of a card that templates know. */
export const TemplateValues = z.object({
  title,
  phone,
  email,
  theme,
  company,
  logoUrl,
  coverPhoto,
  website: Customizations.shape.website,
  address,
  about,
  videoUrl,
  customButtons,
  socialLinks,
  formConfig,
})
export type TemplateValues = z.infer<typeof TemplateValues>

const Name = line(60, 'Use at most 60 characters.').min(1, 'Give the template a name.')

export const NewTemplate = z.strictObject({ name: Name, cardId: Id, rules: TemplateRules })
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
  })
  .meta({ id: 'Template' })
export type Template = z.infer<typeof Template>

/** The most cards of one run, and how many of them a trial shows at a time. */
export const jobMax = 5000
export const TrialQuery = z.strictObject({
  after: PathId.optional(),
  limit: PathId.pipe(z.number().max(200)).default(50),
})
export type TrialQuery = z.infer<typeof TrialQuery>

const Change = z.object({ field: z.enum(templateFields), from: z.string(), to: z.string() })

/** What a run would do to each card, oldest first; values in words, at most 120 characters. `next` goes on, null at the end. */
export const Trial = z
  .object({
    at: z.string(),
    total: z.number(),
    cards: z.array(
      z.object({
        id: z.number(),
        slug: z.string(),
        name: z.string().nullable(),
        changes: z.array(Change),
        /** Required fields that its owner has still to fill. */
        missing: z.array(z.enum(templateFields)),
      }),
    ),
    next: z.number().nullable(),
  })
  .meta({ id: 'TemplateTrial' })
export type Trial = z.infer<typeof Trial>

/** Runs the template on every card of the trial but these; a card saved after `trialAt` is skipped and listed. */
export const NewJob = z.strictObject({
  version: Id,
  trialAt: z.iso.datetime(),
  except: z.array(Id).max(500).default([]),
})
export type NewJob = z.infer<typeof NewJob>

export const jobStates = ['running', 'done', 'undoing', 'undone'] as const

/** `skipped` are cards somebody changed meanwhile, at most 200 of them named. */
export const TemplateJob = z
  .object({
    id: z.number(),
    templateId: z.number(),
    state: z.enum(jobStates),
    total: z.number(),
    done: z.number(),
    skipped: z.array(z.object({ id: z.number(), slug: z.string() })),
    createdAt: z.string(),
    /** Until when it can be taken back. */
    undoUntil: z.string(),
  })
  .meta({ id: 'TemplateJob' })
export type TemplateJob = z.infer<typeof TemplateJob>

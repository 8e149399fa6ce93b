/** Policy rows of card templates. */
import * as z from 'zod/mini'
import { Template, TemplateJob, Trial } from '../../schema/template.ts'
import { kB, type PolicyRow } from './row.ts'

const ofTemplate =
  'level 5 if a level 5 user ran it, owns its model card or has a card that uses it'
const ofRun = 'at or above the level of the user who started the run'

const stale = 'This template was changed elsewhere. Reload it to see the changes.'

export const templateRows: Record<string, PolicyRow> = {
  'GET /api/templates': {
    access: 4,
    allowsReplica: true,
    summary: 'All card templates',
    response: z.array(Template),
  },
  'POST /api/templates': {
    access: 4,
    summary: 'Create a template from a model card',
    maxBody: 4 * kB,
    response: Template,
    status: 201,
    errors: {
      404: 'The model card no longer exists. Create a template from another card.',
    },
  },
  'PUT /api/templates/:id': {
    access: 4,
    summary: 'Change a template and copy the values of its model card again',
    rule: ofTemplate,
    maxBody: 4 * kB,
    response: Template,
    errors: { 412: stale },
  },
  'DELETE /api/templates/:id': {
    access: 4,
    summary: 'Delete a template; cards keep their values',
    rule: ofTemplate,
    status: 204,
  },
  'GET /api/templates/:id/trial': {
    access: 4,
    summary: 'Preview what a run would change, card by card',
    rule: 'cards of users at or below your level',
    response: Trial,
  },
  'GET /api/templates/:id/job': {
    access: 4,
    summary: 'Progress of the latest run; null if there was none',
    response: z.nullable(TemplateJob),
  },
  'POST /api/templates/:id/job': {
    access: 4,
    summary: 'Apply the template to the cards of a trial',
    rule: 'cards of users at or below your level; not while a higher level can undo its run',
    maxBody: 32 * kB,
    response: TemplateJob,
    status: 202,
    errors: {
      409: 'This template is already running. Wait until it finishes.',
      412: stale,
    },
  },
  'POST /api/templates/:id/job/continue': {
    access: 4,
    summary: 'Continue the latest run after it failed',
    rule: ofRun,
    response: TemplateJob,
    status: 202,
    errors: { 409: 'This run did not fail.' },
  },
  'POST /api/templates/:id/job/undo': {
    access: 4,
    summary: 'Undo the latest run, within 30 days',
    rule: ofRun,
    response: TemplateJob,
    status: 202,
    errors: { 409: "This run can't be undone now." },
  },
}

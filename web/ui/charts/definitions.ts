/** Anchors on the definitions page, and the text of the links to them. */
export const definitions = {
  view: 'What is a view?',
  visitor: 'What is a unique visitor?',
  click: 'What is a click?',
  save: 'What is a save?',
  submission: 'What is a submission?',
  rates: 'What are the rates?',
  time: 'How is the time spent measured?',
  source: 'What is a source?',
  place: 'How are places known?',
  device: 'How are devices known?',
  'left-out': 'What is left out, and why?',
  burst: 'What is a burst?',
  days: 'How are days and hours cut?',
  comparison: 'What is it compared with?',
  kept: 'How long is it kept?',
} as const

export type DefinitionName = keyof typeof definitions

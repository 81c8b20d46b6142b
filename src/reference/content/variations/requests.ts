import { choice } from './choice.ts';

export const requestChoices = {
  'number-text': choice('7', 'digits as text in a JSON body, for a number', {
    accept: 'read as the number',
    refuse: 'refused as of the wrong type',
  }),
  'boolean-text': choice(
    '7',
    'the words true and false, or 1 and 0, in a JSON body for a boolean',
    {
      accept: 'read as booleans',
      refuse: 'refused as of the wrong type',
    },
  ),
  'comma-lists': choice('7', 'one text with commas, for a list', {
    split: 'read as a list',
    refuse: 'refused as of the wrong type',
  }),
  'raw-text': choice('2.2', 'a text where an object with `raw` is described', {
    accept: 'read as its `raw`',
    refuse: 'refused as of the wrong type',
  }),
  'null-member': choice('7', 'null for a member that has another type', {
    refuse: 'refused as of the wrong type',
    absent: 'read as if the member were not there',
  }),
  'repeated-parameter': choice('7', 'a parameter twice, where one value is described', {
    last: 'the last counts',
    first: 'the first counts',
  }),
  'unlabelled-body': choice('7', 'a body without a content type', {
    json: 'read as JSON',
    ignore: 'not read',
  }),
  'empty-list-filter': choice(
    '4.1',
    'a list parameter without a default that is given, and empty',
    {
      all: 'no filter',
      none: 'nothing matches',
    },
  ),
} as const;

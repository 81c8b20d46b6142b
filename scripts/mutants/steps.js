// Tells which steps were sent, by case. A step is not sent if it needs a value that an earlier answer lacks.

export function createSteps() {
  const sent = new Set();
  return {
    add: ({ case: { id }, step }) => sent.add(`${id} ${step}`),
    has: ({ case: { id }, step }) => sent.has(`${id} ${step}`),
    /** Returns true if an earlier step of the case was sent there and not here. */
    lacksOneOf(others, { case: item, step }) {
      const at = item.steps.findIndex(({ id }) => id === step);
      return item.steps
        .slice(0, Math.max(at, 0))
        .some(
          ({ id }) => others.has({ case: item, step: id }) && !this.has({ case: item, step: id }),
        );
    },
  };
}

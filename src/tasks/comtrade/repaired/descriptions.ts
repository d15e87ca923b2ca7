/** What a task is called, and what it asks. */
export interface TaskText {
  readonly title: string;
  readonly asks: string;
}

/** The texts of the eleven tasks, in words of our own, by task id. */
const TASK_TEXTS: Readonly<Record<string, TaskText>> = {
  T1_single_page: {
    title: 'One page',
    asks: 'All records fit on one page. Fetch them and hand them in unchanged.',
  },
  T2_multi_page: {
    title: 'Many pages',
    asks: 'The records are spread over several pages. Fetch every page and join them into one data set.',
  },
  T3_duplicates: {
    title: 'Duplicates',
    asks: 'Some records are served more than once, on one page or on two. Hand each in once.',
  },
  T4_rate_limit_429: {
    title: 'Rate limit',
    asks: 'The service now and then refuses a request with status 429. What was on that page still has to be handed in.',
  },
  T5_server_error_500: {
    title: 'Server error',
    asks: 'The service now and then fails with status 500. What was on that page still has to be handed in.',
  },
  T6_page_drift: {
    title: 'Page drift',
    asks: 'Pages are not stable: asked again, a page comes in another order and with other rows of the pages beside it. Hand in each record once, whichever page it came on.',
  },
  T7_totals_trap: {
    title: 'Totals rows',
    asks: 'Pages hold rows that sum the others up. A totals row is no record and must not be handed in.',
  },
  T8_mixed_faults: {
    title: 'Refusals and duplicates',
    asks: 'Requests are refused with status 429, and records are served more than once, in the same run. Hand in every record, once.',
  },
  T9_adaptive_adversary: {
    title: 'Adaptive adversary',
    asks: 'The service grows more hostile with every page that it serves: more duplicates, then refusals with status 429, then totals rows. Hand in every record, once, and nothing else.',
  },
  T10_constrained_budget: {
    title: 'Tight budget',
    asks: 'The request budget leaves little to waste, and some records are served more than once. Hand in every record, once.',
  },
  T9_clean_ab: {
    title: 'Clean twin of the adaptive task',
    asks: 'The records are spread over several pages, and the service is well behaved. Fetch every page and hand in every record.',
  },
};

/** @param task the id of one of the eleven definitions */
export function taskText(task: string): TaskText {
  return TASK_TEXTS[task] as TaskText;
}

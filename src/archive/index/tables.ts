/** The form of a record, as the database reads it; what is not named here is left out. */
export const RECORD = `STRUCT(
  id VARCHAR,
  coordinates STRUCT(suite VARCHAR, profile VARCHAR, task VARCHAR, seed BIGINT, model VARCHAR, scaffold VARCHAR,
    protocol VARCHAR, arm VARCHAR, settings JSON),
  state VARCHAR, stop VARCHAR,
  scores STRUCT(scorer VARCHAR, value DOUBLE, parts JSON, notes VARCHAR[])[],
  decisions STRUCT(decision VARCHAR, owner VARCHAR, choice VARCHAR, count BIGINT)[],
  counts STRUCT(requests BIGINT, served BIGINT, faults BIGINT, rejected BIGINT, refused BIGINT, modelTurns BIGINT,
    shownCharacters BIGINT, cutCharacters BIGINT, waitSeconds DOUBLE),
  faultsSeen VARCHAR[],
  payload STRUCT(data VARCHAR, metadata VARCHAR, log VARCHAR),
  trace VARCHAR,
  error STRUCT(code VARCHAR, message VARCHAR)
)`;

/** The tables that a query sees, each with the columns that make it from `log(record)`. */
export const TABLES = {
  episodes: `record.id AS id, record.coordinates.suite AS suite, record.coordinates.profile AS profile,
    record.coordinates.task AS task, record.coordinates.seed AS seed, record.coordinates.model AS model,
    record.coordinates.scaffold AS scaffold, record.coordinates.protocol AS protocol, record.coordinates.arm AS arm,
    record.coordinates.settings AS settings, record.state AS state, record.stop AS stop,
    record.faultsSeen AS faults_seen, record.payload.data AS data_digest, record.payload.metadata AS metadata_digest,
    record.payload.log AS log_digest, record.trace AS trace, record.error.code AS error_code,
    record.error.message AS error_message FROM log`,
  scores: `id, score.scorer AS scorer, score.value AS value, score.parts AS parts, score.notes AS notes
    FROM (SELECT record.id AS id, unnest(record.scores) AS score FROM log)`,
  decisions: `id, made.decision AS decision, made.owner AS owner, made.choice AS choice, made.count AS count
    FROM (SELECT record.id AS id, unnest(record.decisions) AS made FROM log)`,
  counts: `record.id AS id, record.counts.requests AS requests, record.counts.served AS served,
    record.counts.faults AS faults, record.counts.rejected AS rejected, record.counts.refused AS refused,
    record.counts.modelTurns AS model_turns, record.counts.shownCharacters AS shown_characters,
    record.counts.cutCharacters AS cut_characters, record.counts.waitSeconds AS wait_seconds FROM log`,
} as const;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

-- A publisher's name: its id, with its user's name before it unless that is 'default'
ALTER TABLE publisher_sequence MODIFY publisher_id VARCHAR(300) NOT NULL;

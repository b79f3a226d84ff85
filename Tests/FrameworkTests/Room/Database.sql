-- A music player with Room: the tables that its generated code creates, and rows as its DAOs write them.
CREATE TABLE android_metadata (locale TEXT);
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
CREATE TABLE `playlist` (`playlistId` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL, `createdAt` INTEGER NOT NULL, `isPinned` INTEGER NOT NULL DEFAULT 0);
CREATE TABLE `artist` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL, `street` TEXT, `city` TEXT);
CREATE UNIQUE INDEX `index_artist_name` ON `artist` (`name`);
CREATE TABLE `song` (`songId` TEXT NOT NULL, `title` TEXT NOT NULL, `artist_id` INTEGER NOT NULL, `duration` INTEGER NOT NULL, `rating` REAL, `cover` BLOB, PRIMARY KEY(`songId`), FOREIGN KEY(`artist_id`) REFERENCES `artist`(`id`) ON UPDATE NO ACTION ON DELETE CASCADE );
CREATE INDEX `index_song_artist_id` ON `song` (`artist_id`);
CREATE TABLE `playlist_song` (`playlistId` INTEGER NOT NULL, `songId` TEXT NOT NULL, `position` INTEGER NOT NULL, PRIMARY KEY(`playlistId`, `songId`), FOREIGN KEY(`playlistId`) REFERENCES `playlist`(`playlistId`) ON UPDATE CASCADE ON DELETE CASCADE , FOREIGN KEY(`songId`) REFERENCES `song`(`songId`) ON UPDATE NO ACTION ON DELETE RESTRICT );
CREATE INDEX `index_playlist_song_songId` ON `playlist_song` (`songId`);
CREATE VIEW `song_length` AS SELECT title, duration / 1000 AS seconds FROM song;

INSERT INTO android_metadata VALUES ('en_US');
INSERT INTO room_master_table VALUES (42, '53db508c5248423325bd5393a1c88c03');
INSERT INTO playlist VALUES (1, 'Road', 1704164645678, 1), (2, 'Quiet', 1704164700000, 0);
INSERT INTO artist VALUES (1, 'Ann', 'Long Lane 1', 'York'), (2, 'Bob', NULL, NULL);
INSERT INTO song VALUES ('s1', 'Door', 1, 181000, 4.5, x'ffd8'), ('s2', 'Paint', 2, 240500, NULL, NULL);
INSERT INTO playlist_song VALUES (1, 's1', 0), (1, 's2', 1), (2, 's1', 0);
